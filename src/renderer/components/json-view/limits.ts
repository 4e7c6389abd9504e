/** Larger values are for a file, not for the clipboard. */
export const MAX_COPY_BYTES = 32_000_000;

/** A longer value is not one that somebody expects, to the letter. */
export const MAX_EXPECTED_BYTES = 50_000;

/** Larger bodies are shown as received only: formatting holds a second text in memory. */
export const MAX_FORMATTED_SOURCE_BYTES = 16_000_000;
