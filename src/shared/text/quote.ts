/** What others say, at the end of a sentence: with one full stop, theirs or ours. */
export const quote = (words: string): string => `“${words}”${/[.!?…]$/.test(words) ? '' : '.'}`;
