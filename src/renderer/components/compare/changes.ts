import type { JsonChange } from '@shared/json/json-diff';
import { parseJsonTree, pointerTo, sourceOf, type JsonNode, type JsonTree } from '@shared/json/json-tree';
import { countOf } from '@shared/text/count-of';
import { describePointer } from '@renderer/tools/describe-pointer';
import { diffValues, type HeaderChange } from '@renderer/tools/diff/header-diff';

/** A line of a comparison: which field, and its values before and after. Null when it is absent. */
export interface FieldChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  /** The field in words. */
  readonly field: string;
  /** Its place: a pointer, the word `header`, or which of the values of a header that repeats. */
  readonly place: string;
  readonly isPointer: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

/** The maximum number of characters shown of a value; the rest is in the bodies themselves. */
const SHOWN = 300;

/** How many characters are shown before the first one that differs. */
const LEAD = 60;

/** @param from where the part that is shown begins. */
function short(text: string, from = 0): string {
  const end = from + SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, end)}${text.length > end ? '…' : ''}`;
}

/** Two values, each with the part in which they begin to differ: cut at the same end, long ones could look the same. */
function shortPair(before: string, after: string): readonly [before: string, after: string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = before === after || same < SHOWN - LEAD ? 0 : same - LEAD;
  return [short(before, from), short(after, from)];
}

/** Text without its quotes and escapes, unless it could be mistaken for another value. */
function plain(json: string): string {
  if (!json.startsWith('"')) return json;
  const text: unknown = JSON.parse(json);
  return typeof text !== 'string' ||
    text === '' ||
    /^(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text)
    ? json
    : text;
}

/** Differences between two JSON texts, as lines. */
export function ofJson(changes: readonly JsonChange[]): FieldChange[] {
  return changes.map((change) => {
    const pointer = change.kind === 'removed' ? change.before.pointer : change.after.pointer;
    const [before, after] = shortPair(
      change.kind === 'added' ? '' : plain(change.before.text),
      change.kind === 'removed' ? '' : plain(change.after.text),
    );
    return {
      kind: change.kind,
      field: describePointer(pointer) ?? 'The whole body',
      place: change.kind === 'moved' ? `${change.before.pointer} → ${pointer}` : pointer,
      isPointer: true,
      before: change.kind === 'added' ? null : before,
      after: change.kind === 'removed' ? null : after,
    };
  });
}

/** At most this many unchanged values are listed. */
const MAX_SAME = 2_000;

/** The values that two JSON texts have in the same place, as lines; none when one of them is not JSON. */
export function sameInJson(before: string, after: string): FieldChange[] {
  const earlier = parseJsonTree(before);
  const later = parseJsonTree(after);
  if (!earlier.ok || !later.ok) return [];
  const values = new Map(leavesOf(earlier.tree, earlier.tree.root, ''));
  const same: FieldChange[] = [];
  for (const [place, text] of leavesOf(later.tree, later.tree.root, '')) {
    if (values.get(place) !== text) continue;
    if (same.length === MAX_SAME) break;
    const value = short(plain(text));
    same.push({
      kind: 'same',
      field: describePointer(place) ?? 'The whole body',
      place,
      isPointer: true,
      before: value,
      after: value,
    });
  }
  return same;
}

/** Leaf values, with their pointers. */
function* leavesOf(tree: JsonTree, node: JsonNode, pointer: string): Generator<[string, string]> {
  if (node.kind === 'object' && node.members.length > 0) {
    for (const { key, value } of node.members) yield* leavesOf(tree, value, pointerTo(pointer, key));
  } else if (node.kind === 'array' && node.items.length > 0) {
    for (const [at, item] of node.items.entries()) yield* leavesOf(tree, item, pointerTo(pointer, at));
  } else {
    yield [pointer, sourceOf(tree, node)];
  }
}

/** The place of a header that is there once. */
export const HEADER = 'header';

/** Headers that differ, as lines: of a name that repeats, each value that differs. */
export function ofHeaders(changes: readonly HeaderChange[]): FieldChange[] {
  return changes.flatMap(({ kind, name, before, after }) => {
    if (kind === 'same') return [];
    const repeats = Math.max(before.length, after.length) > 1;
    return diffValues(before, after).map(({ one, other }): FieldChange => {
      const [shown, shownAfter] = shortPair(one?.value ?? '', other?.value ?? '');
      const places = [...new Set([one, other].flatMap((value) => value?.place ?? []))];
      return {
        kind:
          one === null
            ? 'added'
            : other === null
              ? 'removed'
              : one.value === other.value
                ? 'moved'
                : 'changed',
        field: name,
        place: repeats ? `value ${places.join(' → ')}` : HEADER,
        isPointer: false,
        before: one && shown,
        after: other && shownAfter,
      };
    });
  });
}

/** `3 fields differ`. */
export function countChanges(count: number): string {
  return countOf(count, 'field differs', 'fields differ');
}
