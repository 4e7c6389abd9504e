import { StringDecoder } from 'node:string_decoder';
import { maskCardNumbers } from '@shared/cards/card-numbers';
import { maskSecurityCodes } from '@shared/cards/security-codes';
import { MASKED, type HeaderList } from '@shared/http/exchange';
import { maskSecretFields } from './secret-fields';
import { maskSecretHeaders } from '@shared/secrets/mask-secret-headers';
import { secretHeaderTest } from '@shared/secrets/secret-headers';
import type { BodyStore } from '../bodies/body-store';
import {
  clearBeginning,
  maskStoredBody,
  maskStoredFields,
  SecretSearch,
  wideReplacements,
} from './stored-body';
import { encodingsOf } from './secret-encodings';

const SHORT_LENGTH = 200;

export interface MaskerOptions {
  readonly cards?: boolean;
  readonly codes?: boolean;
  readonly repeats?: boolean;
}

/** Hides secrets in everything that is shown, kept or written to a file, equally thoroughly everywhere. */
export interface Masker {
  text(text: string): string;
  /**
   * Like `text`, but scheme, host and port stay: they are the profile's, and no secret, even if one begins with them,
   * and whoever reads the URL needs them.
   */
  url(url: string): string;
  /** A name and its value, as in a query: the name may say that the value is a security code. */
  pair(pair: readonly [name: string, value: string]): [name: string, value: string];
  /** Like `text`, for a response body: also hides credentials in fields whose names say so. */
  answer(text: string): string;
  /** Hides every occurrence of a secret, in names as well. */
  headers(headers: HeaderList): [string, string][];
  /** Like `headers`, and also hides the values of headers that are secret by name or were marked as secret. */
  secretHeaders(headers: HeaderList, marked: readonly string[]): [string, string][];
  /** A copy of the value with every string in it masked. */
  deep(value: unknown): unknown;
  /** Null if there was nothing to mask. Bytes that are not UTF-8 are searched as one character per byte. */
  bytes(bytes: Buffer, encoding: 'utf-8' | 'binary'): Buffer | null;
  /**
   * The id of a stored response body without secrets (`answer`): the same id if there are none, otherwise that of a
   * masked copy, and the original is released.
   */
  storedBody(bodies: BodyStore, bodyId: string, searched?: SecretSearch): Promise<string>;
  /** A search that gets every piece of a body as it arrives, for `storedBody`. */
  search(): SecretSearch;
  /** The part of a response's first bytes that may be shown before the rest has arrived (`clearBeginning`). */
  beginning(bytes: Buffer): string | null;
}

/**
 * What is sent with a request but must not reach the window, a file or the history: the token and the values of
 * secret headers.
 * @param token null if there is none.
 * @param marked names of headers that the person marked as secret, as on the wire, in any case.
 */
export function secretsOf(
  token: string | null,
  headers: HeaderList,
  marked: readonly string[],
): readonly string[] {
  const isSecret = secretHeaderTest(marked);
  const values = headers.filter(([name, value]) => isSecret(name) && value !== '').map(([, value]) => value);
  return [...new Set([...(token === null ? [] : [token]), ...values])];
}

/**
 * The only masker. It finds every part of each secret (`secretParts`) in every encoding (`secretEncodings`), and in
 * stored and binary bodies in UTF-16 too.
 * @param options.cards also masks card numbers to their first six and last four digits, in everything that is kept.
 * @param options.codes also masks security codes of cards, in everything that is kept except from the Local sandbox.
 * @param options.repeats caches the results for short texts: an exchange has its headers twice, as composed and as
 * sent.
 */
export function maskerFor(
  secrets: readonly string[],
  { cards = false, codes = false, repeats = false }: MaskerOptions = {},
): Masker {
  const encodings = encodingsOf(secrets);
  // Most texts are shorter than the shortest encoding of a token.
  const shortest = encodings.at(-1)?.length ?? Infinity;
  const withoutWritings = (given: string): string =>
    encodings.reduce(
      (rest, writing) => (rest.includes(writing) ? rest.split(writing).join(MASKED) : rest),
      given,
    );
  const withoutSecrets = (given: string): string =>
    thoroughly(given, withoutWritings, [withoutInnerEscapes, withoutPercents, withoutEntities]);
  const mask = (given: string): string => {
    const masked = given.length < shortest ? given : withoutSecrets(given);
    const withoutCodes = codes ? maskSecurityCodes(masked).text : masked;
    return cards ? maskCardNumbers(withoutCodes) : withoutCodes;
  };
  const masked = (given: string): string => thoroughly(given, mask);
  const text = repeats ? remembering(masked) : masked;
  const headers = (list: HeaderList): [string, string][] =>
    list.map(([name, value]) => [text(name), text(value)]);
  return {
    text,
    url: (url) => {
      const origin = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
      return origin + text(url.slice(origin.length));
    },
    pair: ([name, value]) => {
      const start = `${text(name)}=`;
      const whole = text(`${name}=${value}`);
      return [text(name), whole.startsWith(start) ? whole.slice(start.length) : text(value)];
    },
    answer: (body) => thoroughly(text(body), maskSecretFields),
    headers,
    secretHeaders: (list, marked) => headers(maskSecretHeaders(list, marked)),
    deep: (value) => deep(value, text),
    bytes: (bytes, encoding) =>
      encoding === 'utf-8' ? utf8Bytes(bytes, text) : binaryBytes(bytes, text, secrets),
    storedBody: async (bodies, bodyId, searched) =>
      maskStoredFields(bodies, await maskStoredBody(bodies, bodyId, secrets, searched)),
    search: () => new SecretSearch(secrets),
    beginning: (bytes) => clearBeginning(bytes, secrets),
  };
}

/**
 * Also masks what is hidden in another form, which is undone only if it was hiding something: ASCII in undeclared
 * UTF-16 reads as UTF-8 with a NUL beside each character; JSON, URLs and HTML may escape any character.
 */
function thoroughly(
  given: string,
  mask: (text: string) => string,
  undoing: readonly ((text: string) => string)[] = [withoutNuls, withoutEscapes],
): string {
  let text = mask(given);
  for (const undo of undoing) {
    const plain = undo(text);
    const masked = plain === text ? text : mask(plain);
    if (masked !== plain) text = masked;
  }
  return text;
}

function withoutNuls(text: string): string {
  return text.replaceAll('\0', '');
}

/** JSON stays JSON: quotes and backslashes keep an escape, the usual one. */
function withoutEscapes(json: string): string {
  if (!/\\u00[2-7]/i.test(json)) return json;
  return json.replace(/\\(?:u00([2-7][\da-f])|[^])/gi, (escape: string, code?: string) =>
    code === undefined ? escape : plainSign(parseInt(code, 16)),
  );
}

/** The same for JSON within JSON. */
function withoutInnerEscapes(json: string): string {
  return json.replace(/\\{2,8}u00([2-7][\da-f])/gi, (_, code: string) => plainSign(parseInt(code, 16)));
}

function withoutPercents(url: string): string {
  return url.replace(/%([2-7][\da-f])/gi, (_, code: string) => plainSign(parseInt(code, 16)));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', apos: "'" };

function withoutEntities(html: string): string {
  return html.replace(
    /&(?:(amp|lt|gt|apos)|#0*(\d{2,3})|#x0*([\da-f]{2}));/gi,
    (entity, name, decimal, hex) => {
      if (typeof name === 'string') return ENTITIES[name.toLowerCase()] ?? entity;
      const code = typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16);
      return code < 0x20 || code > 0x7e ? entity : plainSign(code);
    },
  );
}

/** Quotes and backslashes stay escaped, as around them there may be JSON. */
function plainSign(code: number): string {
  const sign = String.fromCharCode(code);
  return /["\\]/.test(sign) ? `\\${sign}` : sign;
}

function remembering(mask: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > SHORT_LENGTH) return mask(text);
    const masked = known.get(text) ?? mask(text);
    known.set(text, masked);
    return masked;
  };
}

function deep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => deep(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, deep(item, mask)]));
}

/**
 * Null if there was nothing to mask. The bytes of an incomplete character at the end of truncated text stay as they
 * are.
 */
export function utf8Bytes(bytes: Buffer, mask: (text: string) => string): Buffer | null {
  const text = new StringDecoder('utf8').write(bytes);
  const masked = mask(text);
  return masked === text
    ? null
    : Buffer.concat([Buffer.from(masked), bytes.subarray(Buffer.byteLength(text))]);
}

function binaryBytes(
  bytes: Buffer,
  mask: (text: string) => string,
  secrets: readonly string[],
): Buffer | null {
  const text = bytes.toString('latin1');
  const narrow = wideReplacements(secrets).reduce((rest, { wanted, replacement }) => {
    const [from, to] = [wanted.toString('latin1'), replacement.toString('latin1')];
    return rest.includes(from) ? rest.split(from).join(to) : rest;
  }, text);
  const masked = mask(narrow);
  return masked === text ? null : Buffer.from(masked.replace(/[^\0-\xff]/g, '*'), 'latin1');
}
