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
  ['no YAML', 'a: [', 'flow'],
  ['a key twice', 'version: 1\nversion: 1\n', 'unique'],
  ['an alias', 'version: 1\nid: &x a\nname: *x\n', 'alias'],
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
