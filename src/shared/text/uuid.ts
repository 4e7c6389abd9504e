const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const UUID_ALONE = new RegExp(`^${UUID.source}$`, 'i');
/** A UUID is not taken out of the middle of a longer run of word characters. */
const UUID_IN_TEXT = new RegExp(`(?<![0-9a-z-])${UUID.source}(?![0-9a-z-])`, 'gi');

/** True for a UUID in its canonical form with hyphens, in either case. */
export function isUuid(text: string): boolean {
  return UUID_ALONE.test(text);
}

/** Every UUID in a pasted text, in lower case, in order, each once. */
export function findUuids(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(UUID_IN_TEXT), (match) => match[0].toLowerCase()))];
}
