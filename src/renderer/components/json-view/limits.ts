/** Larger values are for a file, not for the clipboard. */
export const MAX_COPY_BYTES = 32_000_000;

/** Nobody expects a longer value to the letter. */
export const MAX_EXPECTED_BYTES = 50_000;

/** Larger bodies are only shown as received: formatting holds a second text in memory. */
export const MAX_FORMATTED_SOURCE_BYTES = 16_000_000;
