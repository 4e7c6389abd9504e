/**
 * Somebody else's text for a line of the app, such as a name, without the invisible characters that would change the
 * direction of the text after it.
 */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, ' ').trim();
}
