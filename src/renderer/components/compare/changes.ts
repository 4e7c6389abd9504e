import type { JsonChange } from '@shared/json/json-diff';
import { parseJsonTree, pointerTo, sourceOf, type JsonNode, type JsonTree } from '@shared/json/json-tree';
import { describePointer } from '@renderer/tools/describe-pointer';
import type { HeaderChange } from '@renderer/tools/diff/header-diff';

/** A line of a comparison: which field, and its values before and after. Null when it is absent. */
export interface FieldChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  /** The field in words. */
  readonly field: string;
  /** Its place: a pointer, or the word `header`. */
  readonly place: string;
  readonly isPointer: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

/** The maximum number of characters shown of a value; the rest is in the bodies themselves. */
const SHOWN = 300;

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Text without its quotes and escapes, unless it could be mistaken for another value. */
function plain(json: string): string {
  if (!json.startsWith('"')) return short(json);
  const text: unknown = JSON.parse(json);
  return typeof text !== 'string' ||
    text === '' ||
    /^(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text)
    ? short(json)
    : short(text);
}

/** Differences between two JSON texts, as lines. */
export function ofJson(changes: readonly JsonChange[]): FieldChange[] {
  return changes.map((change) => {
    const pointer = change.kind === 'removed' ? change.before.pointer : change.after.pointer;
    return {
      kind: change.kind,
      field: describePointer(pointer) ?? 'The whole body',
      place: change.kind === 'moved' ? `${change.before.pointer} → ${pointer}` : pointer,
      isPointer: true,
      before: change.kind === 'added' ? null : plain(change.before.text),
      after: change.kind === 'removed' ? null : plain(change.after.text),
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
    const value = plain(text);
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

/** Headers that differ, as lines. */
export function ofHeaders(changes: readonly HeaderChange[]): FieldChange[] {
  return changes.flatMap(({ kind, name, before, after }) =>
    kind === 'same'
      ? []
      : [
          {
            kind,
            field: name,
            place: 'header',
            isPointer: false,
            before: before.length === 0 ? null : short(before.join(', ')),
            after: after.length === 0 ? null : short(after.join(', ')),
          },
        ],
  );
}

/** `3 fields differ`. */
export function countChanges(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'field differs' : 'fields differ'}`;
}
