import { describe, expect, it, vi } from 'vitest';
import { readRequestText, toRequestText } from './request-text';
import { forward } from './request-text.fixture';

describe('a file with a merge conflict', () => {
  it('is reported with its lines, and read again once one version is left', () => {
    const text = toRequestText([forward()], true);
    const [before = '', after = ''] = text.split('name: Authorise a card\n');
    const conflict = `${before}<<<<<<< HEAD\nname: Mine\n=======\nname: Theirs\n>>>>>>> branch\n${after}`;
    const at = before.split('\n').length;
    expect(readRequestText(conflict)).toEqual([
      {
        ok: false,
        why: `Lines ${at} to ${at + 4} are a merge conflict: git left both versions there. Keep one of them, without the lines of <, = and >.`,
      },
    ]);
    expect(readRequestText(`${before}name: Mine\n${after}`)).toMatchObject([{ ok: true }]);
    // In a body these are characters like any others.
    const body = '<<<<<<< a\n=======\n>>>>>>> b\n';
    expect(readRequestText(toRequestText([forward({}, body)], true))).toMatchObject([
      { ok: true, request: { request: { body } } },
    ]);
  });
});

it.each([
  ['an alias', 'version: 1\nid: &x a\nname: *x\n', 'write the value out'],
  ['another version', 'version: 3\n', 'version'],
  ['something more', 'version: 2\nextra: 1\n', 'extra'],
  ['something more in the first version', 'version: 1\nextra: 1\n', 'extra'],
  [
    'an operation that is none',
    toRequestText([forward()], true).replace('vault_forward', 'drop_tables'),
    'operation',
  ],
  [
    'a folder that leads out',
    toRequestText([forward()], true).replace('Cards/Authorise', '../out'),
    'folder',
  ],
  [
    'a path that cannot be read',
    toRequestText([forward()], true).replace('$.status', '$['),
    'name in quotes',
  ],
  [
    'two comparisons',
    toRequestText([forward()], true).replace('path: $.status', 'path: $.status\n    exists: true'),
    'goes one of equals',
  ],
  [
    'an expectation of another kind',
    toRequestText([forward()], true).replace('path: $.status', 'cookie: a'),
    'an expectation is a status',
  ],
  [
    'a pattern that is none',
    toRequestText([forward()], true).replace('equals: \'"approved"\'', 'matches: (a'),
    'regular expression',
  ],
])('A file is refused with a reason if it has %s', (_what, text, words) => {
  const [read] = readRequestText(text);
  expect(read).toMatchObject({ ok: false });
  expect(read?.ok === false ? read.why.toLowerCase() : '').toContain(words);
});

it.each([
  ['a key twice', 'version: 2\nversion: 2\n', 'Line 2, column 1: this name is here twice.'],
  [
    'a tab',
    'request:\n\tmethod: GET\n',
    'Line 2, column 1: lines must be indented with spaces, not with tabs.',
  ],
  ['an open quote', 'version: 2\nname: "a\n', 'Line 3, column 1: a bracket, a quote or a comma is missing.'],
  ['a line too deep', 'request:\n  method: GET\n   url: x\n', /^Line 2, column 11: a value with a colon/],
  [
    'a line without a name',
    'name: a\nx-token s3cret\nfolder: b\n',
    /^Line 2, column 1: this line has no name and colon/,
  ],
  ['an escape', 'name: "a\\q"\n', /^Line 1, column 9: this backslash must be written twice/],
  ['a sign at the beginning', 'name: @a\n', /^Line 1, column 7: a value that begins with this character/],
  ['an open list', 'folder: [a\nversion: 2\n', /^Line 2, column 1: a bracket or a quote is not closed/],
  ['a tag', 'name: !<x\n', 'Line 1, column 7: this is not YAML that can be read.'],
])(
  'YAML with %s is refused with its place, in plain words, and without the text that stands there',
  (_what, text, why) => {
    expect(readRequestText(text)).toEqual([
      { ok: false, why: typeof why === 'string' ? why : expect.stringMatching(why) },
    ]);
    expect(JSON.stringify(readRequestText(text))).not.toContain('s3cret');
  },
);

describe('an unquoted value that begins with a brace', () => {
  const quoted = toRequestText([forward()], true);
  const place = (text: string, sign: string): string => {
    const before = text.slice(0, text.indexOf(sign)).split('\n');
    return `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  };

  it.each([
    '{sandbox}/v1/charges',
    '{sandbox} /v1',
    '{{CARD_NUMBER_1}}-x',
    '{sandbox}',
    '{{CARD_NUMBER_1}}',
    '[sandbox]/v1',
  ])('%s is reported with its line and column, without warnings', (value) => {
    const warned = vi.spyOn(process, 'emitWarning');
    const text = quoted.replace('name: Authorise', `name: ${value}`);
    expect(readRequestText(text)).toEqual([
      {
        ok: false,
        why: expect.stringContaining(
          `${place(text, value)}: a value that begins with ${value[0] ?? ''} must be in quotes, such as '{sandbox}/v1'.`,
        ),
      },
    ]);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is not reported for other text after a value', () => {
    const [read] = readRequestText(quoted.replace('name: Authorise', 'name: "Authorise" now'));
    expect(read).toMatchObject({ ok: false, why: expect.not.stringContaining('begins with') });
  });
});
