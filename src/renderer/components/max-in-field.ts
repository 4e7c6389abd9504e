/**
 * The most characters inserted into a field. Chromium lays out all of them first: 5 MB freeze the window for some 5 s,
 * and for 2 more at each key press. A field that handles a long pasted text itself has `data-takes-long`.
 */
export const MAX_IN_FIELD = 100_000;
