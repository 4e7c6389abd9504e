const MAX_CHARACTERS = 2_000;
/** As long as an address may be that a server takes, and longer. */
const MAX_WHOLE = 20_000;

/**
 * One line in which everything can be seen: what breaks lines, turns the direction of writing or shows nothing at all
 * could make a question say something else than it does.
 */
export function visible(text: string): string {
  return shown(text, MAX_CHARACTERS);
}

/** The same of what is opened by itself: as good as all of it. */
export function visibleWhole(text: string): string {
  return shown(text, MAX_WHOLE);
}

function shown(text: string, maxCharacters: number): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu, '\ufffd');
  return seen.length > maxCharacters ? `${seen.slice(0, maxCharacters)}… (${text.length} characters)` : seen;
}
