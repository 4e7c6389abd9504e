/** The text without those of these characters that end it. `/[…]+$/` tries again at each of them: of a long run, for minutes. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
