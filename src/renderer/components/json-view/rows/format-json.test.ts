import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson as formatText } from '@renderer/tools/json/format-json';
import { wholeText } from '../test-support/json-texts';
import { formatJson } from './format-json';

function format(text: string, maxBytes = 1_000_000): string | null {
  const work = formatJson(new TextEncoder().encode(text), maxBytes);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value === null ? null : new TextDecoder().decode(step.value);
  }
}

describe('formatJson', () => {
  it('formats as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(format(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('changes only whitespace', () => {
    fc.assert(
      fc.property(wholeText, (text) => {
        expect(format(text)).toBe(formatText(text));
      }),
    );
  });

  it('does not indent beyond sixty levels, and gives up if the text gets too long', () => {
    const deep = format(`${'['.repeat(200)}1${']'.repeat(200)}`);
    expect(deep).toContain(`\n${' '.repeat(120)}1\n`);
    expect(format('[1,2,3]', 10)).toBeNull();
  });

  it('skips a byte order mark', () => {
    expect(format('\ufeff[]')).toBe('[]');
  });
});
