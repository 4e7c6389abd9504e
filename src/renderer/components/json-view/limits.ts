/** Larger values belong in a file, not on the clipboard. */
export const MAX_COPY_BYTES = 32_000_000;

/** Nobody expects a longer value to match exactly. */
export const MAX_EXPECTED_BYTES = 50_000;

/** Larger bodies are only shown as received, because formatting keeps a second text in memory. */
export const MAX_FORMATTED_SOURCE_BYTES = 16_000_000;
