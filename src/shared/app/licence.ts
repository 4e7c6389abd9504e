/** A library that is part of the app, and the licence it comes with. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  /** As its package says it: `MIT`. */
  readonly licence: string;
  /** Null when the package comes without the text. */
  readonly text: string | null;
}
