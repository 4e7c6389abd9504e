/** What others wrote into a line of the app, such as a name, without the invisible characters that would turn the direction of what stands beside it. */
export function withoutTurns(text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, ' ').trim();
}
