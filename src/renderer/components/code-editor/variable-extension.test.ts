import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { completeVariable } from './variable-extension';

const VARIABLES = [
  { name: 'host', becomes: 'psp.example' },
  { name: 'uuid', becomes: 'a new UUID' },
];
/** The text after taking the first completion offered at `|`. */
function completed(text: string): string | null {
  const pos = text.indexOf('|');
  const doc = text.replace('|', '');
  const found = completeVariable({ state: EditorState.create({ doc }), pos }, VARIABLES);
  const [first] = found?.options ?? [];
  if (found === null || typeof first?.apply !== 'string') return null;
  return doc.slice(0, found.from) + first.apply + doc.slice(found.to);
}

it('completes a name after a dollar sign and a brace, and adds a missing closing brace', () => {
  expect(completed('"a": "${|')).toBe('"a": "${host}');
  expect(completed('"a": "${ho|"')).toBe('"a": "${host}"');
  expect(completed('"a": "${|xy}"')).toBe('"a": "${host}"');
  expect(completed('"a": "${| and more}')).toBe('"a": "${host} and more}');
});

it('completes nothing elsewhere: after placeholder braces, one dollar sign, or two of them', () => {
  expect([completed('"{{|'), completed('"$|'), completed('"$${|'), completed('{|')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
