import type { ChangeSet } from '@codemirror/state';
import type { TextEdit } from '@shared/text/text-edits';

/** Changes of the editor as edits that are applied one after the other. */
export function editsOf(changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((fromBefore, toBefore, from, _to, inserted) => {
    edits.push({ from, to: from + toBefore - fromBefore, insert: inserted.toString() });
  });
  return edits;
}
