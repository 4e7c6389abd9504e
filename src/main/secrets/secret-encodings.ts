/** Shorter secrets are searched for only as they are: their encodings would turn up in any text. */
const MIN_ENCODED_LENGTH = 6;

/** Shorter values would turn up in any text. */
export const MIN_SECRET_LENGTH = 6;

/**
 * The parts of a secret header's value that are secret themselves: the whole value, the value without its scheme
 * (`Bearer`), each cookie, decoded Basic credentials, and their password. None is shorter than `MIN_SECRET_LENGTH`.
 */
export function secretParts(value: string): readonly string[] {
  const trimmed = value.trim();
  const parts = [
    value,
    trimmed,
    trimmed.replace(/^[\w-]+ +/, ''),
    ...cookiesIn(trimmed),
    ...basicIn(trimmed),
  ];
  return [...new Set(parts)].filter((part) => part.length >= MIN_SECRET_LENGTH);
}

/** Every encoding of every part of the secrets, longest first, because one may be part of another. */
export function encodingsOf(secrets: readonly string[]): readonly string[] {
  if (secrets.length === 0) return [];
  const isLast =
    secrets.length === last.secrets.length && secrets.every((one, at) => one === last.secrets[at]);
  if (isLast) return last.encodings;
  const all = new Set(secrets.flatMap(secretParts).flatMap(secretEncodings));
  const encodings = [...all].sort((one, other) => other.length - one.length);
  last = { secrets: [...secrets], encodings };
  return encodings;
}

/**
 * Caches the last result: a load uses the same token thousands of times, and computing its encodings takes longer
 * than masking.
 */
let last: { readonly secrets: readonly string[]; readonly encodings: readonly string[] } = {
  secrets: [],
  encodings: [],
};

/** `a=1; b=2` (RFC 6265, section 4.2.1). */
function cookiesIn(value: string): string[] {
  const pairs = value.split(';').map((pair) => /^\s*[^\s=;,"]+=("?)(.*)\1\s*$/.exec(pair)?.[2]);
  return pairs.every((pair) => pair !== undefined) ? pairs : [];
}

/** `Basic <base64 of user:password>` (RFC 7617). */
function basicIn(value: string): string[] {
  const encoded = /^basic +([\w+/-]+={0,2})$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return colon === -1 ? [] : [decoded, decoded.slice(colon + 1)];
}

/**
 * All the forms in which programs write a secret: as it is, in JSON (also with escaped slashes, with HTML characters
 * escaped, and as JSON within JSON), in a URL or a form, and in base64 of either alphabet, at any offset in the
 * encoded text. Longest first, so that replacing them in turn leaves nothing behind.
 */
export function secretEncodings(value: string): readonly string[] {
  if (value === '') return [];
  const json = withinJson(value);
  const url = encodeForUrl(value);
  const all = [
    value,
    json,
    withinJson(json),
    json.replaceAll('/', '\\/'),
    withoutHtml(json),
    withoutHtml(json).replace(/\\u00../g, (escape) => escape.toLowerCase()),
    url,
    lowerEscapes(url),
    encodeForForm(url),
    lowerEscapes(encodeForForm(url)),
  ];
  const encoded = value.length < MIN_ENCODED_LENGTH ? [] : base64Writings(Buffer.from(value, 'utf8'));
  return [...new Set([...all, ...encoded])].sort((one, other) => other.length - one.length);
}

function withinJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function withoutHtml(json: string): string {
  return json.replace(
    /[<>&'+]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** Text with an unpaired surrogate cannot be encoded and is returned unchanged. */
function encodeForUrl(value: string): string {
  return /\p{Surrogate}/u.test(value) ? value : encodeURIComponent(value);
}

/** `application/x-www-form-urlencoded`, as written by `URLSearchParams`. */
function encodeForForm(url: string): string {
  return url
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function lowerEscapes(url: string): string {
  return url.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Leaves out the characters at both ends, which also depend on the bytes next to the secret. */
function base64Writings(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(before === 0 ? 0 : before + 1, Math.floor(((bytes.length + before) * 4) / 3));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
