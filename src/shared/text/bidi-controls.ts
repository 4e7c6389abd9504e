/**
 * Somebody else's text for a line of the app, such as a name, without the invisible characters that would change the
 * direction of the text after it.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/\p{Bidi_Control}+/gu, ' ').trim();
}

/** Why a name is refused that has such a character; null for one without. */
export function bidiProblem(name: string): string | null {
  return /\p{Bidi_Control}/u.test(name)
    ? 'It has an invisible character that turns the direction of text: it would turn what stands beside it.'
    : null;
}
