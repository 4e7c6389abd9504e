/** Shorter secrets are looked for as they are only: what encodings make of them would be found in anything. */
const SHORTEST_ENCODED = 6;

/**
 * A secret as programs write it down: itself, within JSON (also with escaped slashes, and JSON in JSON), within a URL,
 * and in base 64 of either alphabet, wherever in the encoded text it begins. Longest first, so that replacing them one
 * after the other leaves no part of it.
 */
export function secretWritings(value: string): readonly string[] {
  if (value === '') return [];
  const json = withinJson(value);
  const all = [value, json, withinJson(json), json.replaceAll('/', '\\/'), encodeForUrl(value)];
  const encoded = value.length < SHORTEST_ENCODED ? [] : base64Writings(Buffer.from(value, 'utf8'));
  return [...new Set([...all, ...encoded])].sort((one, other) => other.length - one.length);
}

function withinJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A text with half of a surrogate pair has no such form. */
function encodeForUrl(value: string): string {
  return /\p{Surrogate}/u.test(value) ? value : encodeURIComponent(value);
}

/** Without the characters at both ends that also depend on what stands next to the secret. */
function base64Writings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(before === 0 ? 0 : before + 1, Math.floor(((bytes.length + before) * 4) / 3));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
