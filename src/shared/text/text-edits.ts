/** Replaces a range of a text with `insert`. UTF-16 offsets, in the text as the previous edit left it. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Applies edits one after another; null if one of them does not fit the text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | null {
  let edited = text;
  for (const { from, to, insert } of edits) {
    if (from < 0 || to < from || to > edited.length) return null;
    edited = edited.slice(0, from) + insert + edited.slice(to);
  }
  return edited;
}
