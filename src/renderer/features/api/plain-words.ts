/**
 * A description as it is read: documents break their lines where their editor did, and a line of a list or an empty line
 * means something.
 */
export function plainWords(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/[ \t]*\n(?!\s*(?:[-*+|>#]|\d+[.)]\s))[ \t]*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}
