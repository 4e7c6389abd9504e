/**
 * The same request again within this many ms counts as the same click: of a double click, a held key, or a click
 * after a fast answer, only the first one sends.
 */
export const SAME_CLICK_MS = 1_000;

/** The code of main's refusal of such a repeated request. */
export const SAME_CLICK_CODE = 'sent-just-now';

/** The code of main's refusal to repeat a request that has not been answered yet. */
export const UNDER_WAY_CODE = 'already-under-way';
