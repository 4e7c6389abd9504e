/** Files that the person chooses in a dialog of the operating system. */
export interface ChosenFiles {
  /** The path of the chosen file, without reading it; or null. */
  choosePath(options: { readonly title: string }): Promise<string | null>;
  /** The path of the chosen folder, which may be a new one; or null. */
  chooseFolder(options: { readonly title: string }): Promise<string | null>;
  /** The text of the chosen file, or null. Rejects with a `ProblemError` for a file that is too large or unreadable. */
  openText(options: { readonly title: string; readonly maxBytes: number }): Promise<string | null>;
  /** The path to write to, whose file the person may have agreed to overwrite; or null. */
  choosePathToSave(options: {
    readonly title: string;
    readonly suggestedName: string;
  }): Promise<string | null>;
  /** The path written to, or null. Rejects with a `ProblemError` if it cannot be written. */
  saveText(options: {
    readonly title: string;
    readonly suggestedName: string;
    readonly text: string;
  }): Promise<string | null>;
}
