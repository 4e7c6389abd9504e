import type { DraftChange } from '@shared/bridge/drafts';

/** Merges two changes. A whole body supersedes earlier edits. */
export function mergeChanges(earlier: DraftChange, later: DraftChange): DraftChange {
  const { edits: before, ...rest } = earlier;
  const edits = later.body === undefined ? [...(before ?? []), ...(later.edits ?? [])] : (later.edits ?? []);
  return { ...rest, ...later, ...(edits.length > 0 ? { edits } : { edits: undefined }) };
}
