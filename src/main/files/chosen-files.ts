/** Files that the person chooses in a dialog of the operating system. */
export interface ChosenFiles {
  /** The path of the chosen file, without reading it; or null. */
  choosePath(options: { readonly title: string }): Promise<string | null>;
  /** The path of the chosen folder, which may be a new one; or null. */
  chooseFolder(options: { readonly title: string }): Promise<string | null>;
  /** The text of the chosen file, or null. Rejects with a `ProblemError` if the file is too large or unreadable. */
  openText(options: { readonly title: string; readonly maxBytes: number }): Promise<string | null>;
  /** The path to write to, or null. The person may have agreed to overwrite the file there. */
  choosePathToSave(options: {
    readonly title: string;
    readonly suggestedName: string;
  }): Promise<string | null>;
  /** The path that was written to, or null. Rejects with a `ProblemError` if it cannot be written. */
  saveText(options: {
    readonly title: string;
    readonly suggestedName: string;
    readonly text: string;
  }): Promise<string | null>;
}
