import { applyEdits, type TextEdit } from '../text/text-edits';
import type { DraftFields } from './draft';
import { namesOf, scanPlaceholders, type BodyKind } from './placeholder-scan';
import { findStatements } from './template-statements';

/** New numbers of payment methods, from 1, by the old ones. */
export type NewNumbers = ReadonlyMap<number, number>;

/**
 * The new numbers after rows were moved, removed or added: `from` says for each row where it was, null for a new one.
 * A removed row gets a number after the last row, where there is no card, because its placeholders must not mean
 * another card.
 */
export function newNumbers(before: number, from: readonly (number | null)[]): NewNumbers {
  const numbers = new Map(
    from.flatMap((old, now): [number, number][] => (old === null ? [] : [[old + 1, now + 1]])),
  );
  let behind = from.length;
  for (let old = 1; old <= before; old += 1) {
    if (!numbers.has(old)) numbers.set(old, (behind += 1));
  }
  return new Map([...numbers].filter(([old, now]) => old !== now));
}

/** The reverse mapping. */
export function reversed(numbers: NewNumbers): NewNumbers {
  return new Map([...numbers].map(([old, now]) => [now, old]));
}

/** The edits that give each placeholder its new number, from last to first. */
export function renumberEdits(text: string, kind: BodyKind, numbers: NewNumbers): TextEdit[] {
  return scanPlaceholders(text, kind)
    .placeholders.filter((found) => namesOf(found).length > 0)
    .flatMap(({ offset, content }) => editsIn(content, offset + 2, numbers))
    .concat(
      findStatements(text).flatMap(({ offset, length }) =>
        editsIn(text.slice(offset, offset + length), offset, numbers),
      ),
    )
    .sort((one, other) => other.from - one.from);
}

/** The edits within a text of names that begins at this offset. */
function editsIn(text: string, offset: number, numbers: NewNumbers): TextEdit[] {
  return [...text.matchAll(/\b[A-Za-z_][A-Za-z0-9_]*?_([0-9]+)\b/g)].flatMap((match) => {
    const [all, index = ''] = match;
    const number = index.startsWith('0') ? undefined : numbers.get(Number(index));
    if (number === undefined) return [];
    const to = offset + (match.index ?? 0) + all.length;
    return [{ from: to - index.length, to, insert: String(number) }];
  });
}

/** The fields with their placeholders renumbered, and how many there were. Headers without any are the same object. */
export function renumberFields(
  fields: DraftFields,
  numbers: NewNumbers,
): { readonly fields: Partial<DraftFields>; readonly count: number } {
  let count = 0;
  const renumber = (text: string): string => {
    const edits = renumberEdits(text, 'text', numbers);
    count += edits.length;
    return applyEdits(text, edits) ?? text;
  };
  const rows = (headers: DraftFields['headers']): DraftFields['headers'] => {
    const before = count;
    const renumbered = headers.map((row) => ({ ...row, value: renumber(row.value) }));
    return count === before ? headers : renumbered;
  };
  const renumbered = {
    destinationUrl: renumber(fields.destinationUrl),
    headers: rows(fields.headers),
    serviceHeaders: rows(fields.serviceHeaders),
  };
  return { fields: renumbered, count };
}
