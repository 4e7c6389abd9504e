/** A name of a line, without the invisible characters that would turn the direction of what stands beside it. */
export function withoutTurns(name: string): string {
  return name.replace(/\p{Bidi_Control}+/gu, ' ').trim();
}
