import type { ChangeSet } from '@codemirror/state';
import type { TextEdit } from '@shared/text/text-edits';

/**
 * Changes of the editor as edits to apply one after the other.
 * @param whole the text that replaces everything, if known, because joining a large text again takes a frame.
 */
export function editsOf(changes: ChangeSet, whole: string | null = null): TextEdit[] {
  if (whole !== null) return [{ from: 0, to: changes.length, insert: whole }];
  const edits: TextEdit[] = [];
  changes.iterChanges((fromBefore, toBefore, from, _to, inserted) => {
    edits.push({ from, to: from + toBefore - fromBefore, insert: inserted.toString() });
  });
  return edits;
}
