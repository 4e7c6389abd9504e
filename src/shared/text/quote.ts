/** Quotes others at the end of a sentence, with exactly one full stop: theirs or ours. */
export const quote = (words: string): string => `“${words}”${/[.!?…]$/.test(words) ? '' : '.'}`;
