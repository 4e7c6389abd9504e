/**
 * The maximum number of characters inserted into a field. Chromium first lays out all of them: 5 MB freeze the window
 * for about 5 s, and for another 2 s at each key press. A field that handles a long pasted text itself has
 * `data-takes-long`.
 */
export const MAX_IN_FIELD = 100_000;
