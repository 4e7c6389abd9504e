/** A library that is part of the app, and the licence it comes with. */
export interface Licence {
  readonly name: string;
  readonly version: string;
  /** As the package states it: `MIT`. */
  readonly licence: string;
  /** Null if the package comes without the text. */
  readonly text: string | null;
}
