import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MARKDOWN_LENGTH, plainText, readMarkdown, type Block, type Inline } from './read-markdown';
import { processorMs } from '../testing/processor-ms.fixture';

/** A short readable form: `*strong*`, `/emphasis/`, `` `code` ``, `words→address`. */
const line = (parts: readonly Inline[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'break') return '⏎';
      if (part.kind === 'code') return `\`${part.text}\``;
      const inner = line(part.parts);
      if (part.kind === 'link') return `${inner}→${part.address}`;
      return part.kind === 'strong' ? `*${inner}*` : `/${inner}/`;
    })
    .join('');
const show = (block: Block): unknown => {
  switch (block.kind) {
    case 'paragraph':
      return line(block.parts);
    case 'heading':
      return { heading: line(block.parts) };
    case 'code':
      return { code: block.text };
    case 'quote':
      return { quote: block.blocks.map(show) };
    case 'list':
      return {
        [block.start === null ? 'list' : `list ${block.start}`]: block.items.map((all) => all.map(show)),
      };
    case 'table':
      return { table: block.rows.map((row) => row.map(line)) };
  }
};

it.each<[string, unknown[]]>([
  ['a line that\nwent on', ['a line that went on']],
  ['one\r\n\r\n\r\ntwo\r\nmore', ['one', 'two more']],
  ['5 of\n10 items', ['5 of 10 items']],
  ['\n  ends  \n', ['ends']],
  ['', []],
  ['these:\n- a\n  of it\n- b', ['these:', { list: [['a of it'], ['b']] }]],
  ['first:\n\n3. a\n\n   more\n4. b', ['first:', { 'list 3': [['a', 'more'], ['b']] }]],
  ['# A *b*\n\nc\n===', [{ heading: 'A /b/' }, { heading: 'c' }]],
  ['a **b `c`** _d_ \\* &amp; &#x41; &unknown;', ['a *b `c`* /d/ * & A &unknown;']],
  ['order_id and 2 * 3 * 4', ['order_id and 2 * 3 * 4']],
  ['```json\n{\n}\n```\n\n    kept\n    so', [{ code: '{\n}' }, { code: 'kept\nso' }]],
  ['> a\n> b\n>\n> c', [{ quote: ['a b', 'c'] }]],
  [
    '|a|b|\n|-|-|\n|1|**2**|',
    [
      {
        table: [
          ['a', 'b'],
          ['1', '*2*'],
        ],
      },
    ],
  ],
  ['two  \nlines<br>three', ['two⏎lines⏎three']],
])('%j reads as %j', (text, blocks) => expect(readMarkdown(text).map(show)).toEqual(blocks));

describe('links', () => {
  it.each([
    ['[the *guide*](https://docs.example/a "t")', 'the /guide/→https://docs.example/a'],
    ['<https://docs.example>', 'https://docs.example→https://docs.example/'],
    ['![a picture](https://docs.example/a.png)', 'a picture→https://docs.example/a.png'],
    ['[here](#section) and [there](/docs)', 'here (#section) and there (/docs)'],
    ['[a](javascript:alert(1))', 'a (javascript:alert(1))'],
    ['[a](http://docs.example)', 'a (http://docs.example)'],
    ['[a](https://me@docs.example)', 'a (https://me@docs.example)'],
    ['[a](data:text/html,x)', 'a (data:text/html,x)'],
    ['one of [a, b] and [c]', 'one of [a, b] and [c]'],
  ])('%j reads as %j', (text, words) => expect(readMarkdown(text).map(show)).toEqual([words]));
});

describe('HTML of a document', () => {
  it('is not rendered: formatting tags are removed, others stay text', () => {
    expect(readMarkdown('a <strong>b</strong> <id> <script>x</script>').map(show)).toEqual([
      'a b <id> <script>x</script>',
    ]);
    expect(readMarkdown('<blockquote><strong>Note:</strong> two &lt; three.</blockquote>').map(show)).toEqual(
      ['Note: two < three.'],
    );
    expect(readMarkdown('<script>alert(1)</script>').map(show)).toEqual(['<script>alert(1)</script>']);
    expect(readMarkdown('<ul>\n<li>a</li>\n<li>b</li>\n</ul>').map(show)).toEqual(['a', 'b']);
  });
});

it('plain text is one line of words', () => {
  expect(plainText('# A\n\nthe **b** of [c](https://d.example)\n- e\n- `f`')).toBe('A the b of c e f');
});

describe('any text', () => {
  const bit = fc.constantFrom(
    '*',
    '**',
    '_',
    '`',
    '[',
    '](',
    ')',
    '> ',
    '- ',
    '1. ',
    '\n',
    '\n\n',
    '<a ',
    '>',
    '|',
    '&lt;',
    '\\',
    'word',
    ' ',
    '    ',
    '#',
    '![',
  );
  it('is read, and text without marks is unchanged', () => {
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 200 }), (bits) => {
        expect(() => readMarkdown(bits.join(''))).not.toThrow();
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
        expect(plainText(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });

  it('that is hostile is read within half a second on a slow machine, or shown as it is', () => {
    const hostile = [
      '> ',
      '*a ',
      '[](',
      '[a](',
      '_a*b',
      '![[',
      '<a ',
      '- ',
      '**a __b ',
      '[a]: b\n',
      '*',
      '|a',
    ];
    for (const part of hostile) {
      const text = part.repeat(MAX_MARKDOWN_LENGTH / part.length);
      readMarkdown(text);
      expect(
        processorMs(() => readMarkdown(text)),
        part,
      ).toBeLessThan(500);
    }
    expect(readMarkdown('> '.repeat(MAX_MARKDOWN_LENGTH))).toHaveLength(1);
    const spaces = `a${' '.repeat(200_000)}b`;
    expect(processorMs(() => readMarkdown(spaces))).toBeLessThan(3_000);
  });
});
