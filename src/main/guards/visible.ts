const MAX_CHARACTERS = 2_000;

/**
 * One line in which everything can be seen: what breaks lines, turns the direction of writing or shows nothing at all
 * could make a question say something else than it does.
 */
export function visible(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu, '\ufffd');
  return seen.length > MAX_CHARACTERS
    ? `${seen.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : seen;
}
