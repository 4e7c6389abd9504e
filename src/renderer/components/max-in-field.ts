/**
 * So many characters are put into a field at once. Chromium lays all of them out before it does anything else: 5 MB stop the window for
 * some 5 s, and for 2 more at each key. What makes something else of a long text that is pasted says so by `data-takes-long`.
 */
export const MAX_IN_FIELD = 100_000;
