import type { JsonChange } from '@shared/json/json-diff';
import { describePointer } from '@renderer/tools/describe-pointer';
import type { HeaderChange } from '@renderer/tools/diff/header-diff';

/** A line of a comparison: which field, and what it was and is. Null: it is not there. */
export interface FieldChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** In words. */
  readonly field: string;
  /** Where it is, as it is written: a pointer, or where it comes from. */
  readonly place: string;
  readonly isPointer: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

/** Most characters of a value that are shown; the bodies themselves have the rest. */
const SHOWN = 300;

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** A text without its quotes and escapes, when it can be told from other values all the same. */
function plain(json: string): string {
  if (!json.startsWith('"')) return short(json);
  const text: unknown = JSON.parse(json);
  return typeof text !== 'string' ||
    text === '' ||
    /^(null|true|false|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(text)
    ? short(json)
    : short(text);
}

/** Differences of two JSON texts, as lines. */
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
