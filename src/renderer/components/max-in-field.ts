/**
 * The most characters that are put into a field. Chromium lays all of them out before it does anything else: 5 MB stop the window for
 * some 5 s, and for 2 more at each key. A field that handles a long pasted text itself has `data-takes-long`.
 */
export const MAX_IN_FIELD = 100_000;
