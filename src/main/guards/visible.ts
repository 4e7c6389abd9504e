const MAX_CHARACTERS = 2_000;
/** Longer than any address that a server accepts. */
const MAX_WHOLE = 20_000;

/**
 * The text as one line in which every character is visible: line breaks, changes of writing direction and invisible
 * characters could make a question appear to say something else.
 */
export function visible(text: string): string {
  return shown(text, MAX_CHARACTERS);
}

/** The same for a text that can be expanded on its own: practically all of it. */
export function visibleWhole(text: string): string {
  return shown(text, MAX_WHOLE);
}

function shown(text: string, maxCharacters: number): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu, '\ufffd');
  return seen.length > maxCharacters ? `${seen.slice(0, maxCharacters)}… (${text.length} characters)` : seen;
}
