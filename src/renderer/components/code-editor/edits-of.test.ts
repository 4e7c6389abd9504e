import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '@shared/text/text-edits';
import { editsOf } from './edits-of';

const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\u{1f4b3}', '\ud83d', '"') });

describe('editsOf', () => {
  it('returns edits that produce the same text, whatever the changes', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.array(fc.tuple(fc.nat(30), fc.nat(10), anyText), { maxLength: 4 }),
        (before, wishes) => {
          const doc = Text.of(before.split('\n'));
          const changes = ChangeSet.of(
            wishes.map(([at, length, insert]) => {
              const from = Math.min(at, doc.length);
              return { from, to: Math.min(from + length, doc.length), insert };
            }),
            doc.length,
            '\n',
          );
          expect(applyEdits(before, editsOf(changes))).toBe(changes.apply(doc).toString());
        },
      ),
    );
  });
});

describe('applyEdits', () => {
  it('rejects an edit that does not fit the text', () => {
    expect(applyEdits('abc', [{ from: 2, to: 4, insert: '' }])).toBeNull();
    expect(applyEdits('abc', [{ from: 2, to: 1, insert: '' }])).toBeNull();
    expect(applyEdits('abc', [{ from: -1, to: 1, insert: '' }])).toBeNull();
  });
});
