/** A text of others in a line of the app, such as a name, without the invisible characters that would turn the writing direction of what follows. */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, ' ').trim();
}
