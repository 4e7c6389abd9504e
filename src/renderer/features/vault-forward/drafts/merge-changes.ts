import type { DraftChange } from '@shared/bridge/drafts';

/** Two changes as one. A body that is given as a whole makes what was done to the one before pointless. */
export function mergeChanges(earlier: DraftChange, later: DraftChange): DraftChange {
  const { edits: before, ...rest } = earlier;
  const edits = later.body === undefined ? [...(before ?? []), ...(later.edits ?? [])] : (later.edits ?? []);
  return { ...rest, ...later, ...(edits.length > 0 ? { edits } : { edits: undefined }) };
}
