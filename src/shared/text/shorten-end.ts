const MOST = 300;

/**
 * The first characters of a text, for a place with room for no more, and `…` for the rest. Never splits a surrogate
 * pair.
 */
export function shortenEnd(text: string, most = MOST): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
