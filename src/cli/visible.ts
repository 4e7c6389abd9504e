/** Replaces characters that could move a terminal's cursor or hide something. Line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
