import { codeNameOf } from '../cards/security-code-names';
import { looselyRead } from '../http/http-fields';
import { destinationHeaderName } from '../vault-forward/request';

/** Parts of a name that indicate a secret anywhere in it. */
const SECRET_PARTS =
  /token|secret|passw(?:or)?d|passphrase|credential|signature|authorization|cookie|bearer|jwt|api[-_]?key|access[-_]?key|private[-_]?key/;

/** Whole words in a name that do so; within a longer word they may mean anything. */
const SECRET_WORDS = new Set(['auth', 'csrf', 'xsrf', 'pin', 'pwd', 'session', 'sessionid', 'sid', 'hmac']);

/** Words that mean a secret when followed by `key`: `subscription-key`. An `idempotency-key` is not one. */
const BEFORE_KEY = new Set([
  'app',
  'application',
  'auth',
  'client',
  'encryption',
  'function',
  'functions',
  'license',
  'master',
  'shared',
  'signing',
  'subscription',
]);

/** Names with such words that carry no secret. */
const PLAIN_NAMES = new Set([
  'access-control-allow-credentials',
  'signature-input',
  'www-authenticate',
  'proxy-authenticate',
  'x-vault-forward-authentications',
  'x-vault-forward-checkout-session',
]);

/**
 * True for a header whose name says that its value is a secret: credentials, cookies, keys, tokens, signatures, a
 * card's security code. For headers to the destination (`x-vault-forward-header-<name>`) the destination's name
 * counts. The person can mark more; this list never unmarks one.
 */
export function isSecretHeaderName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = readsAsSecret(name);
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear();
  if (name.length <= MAX_KNOWN_LENGTH) knownNames.set(name, isSecret);
  return isSecret;
}

/**
 * Names of secrets in queries, in addition to those in headers: short names used by signed URLs and for service keys.
 */
const SECRET_PARAMETERS = new Set(['key', 'sig', 'pass', 'pw', 'otp']);

/** The code of a country, currency or voucher is shorter; that of a sign-in or a function is not. */
const MIN_SECRET_CODE = 16;

/** True for a parameter of a URL whose name says that its value is a secret: decision 176. */
export function isSecretParameter(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower === 'code') return value.length >= MIN_SECRET_CODE;
  return SECRET_PARAMETERS.has(lower) || isSecretHeaderName(name);
}

/** Cached, because every request and answer has the same few names. */
const knownNames = new Map<string, boolean>();
const MAX_KNOWN_NAMES = 500;
const MAX_KNOWN_LENGTH = 100;

function readsAsSecret(name: string): boolean {
  const lower = destinationHeaderName(looselyRead(name));
  if (PLAIN_NAMES.has(lower)) return false;
  if (SECRET_PARTS.test(lower) || codeNameOf(lower.replace(/^x-/, '')) === 'certain') return true;
  const words = lower.split(/[^a-z0-9]+/);
  return words.some(
    (word, index) =>
      SECRET_WORDS.has(word) ||
      ((word === 'key' || word === 'keys') && BEFORE_KEY.has(words[index - 1] ?? '')),
  );
}

/**
 * The test used by `maskSecretHeaders`, by copies and by exports, which includes the names that a person marked.
 * @param marked names in any case.
 */
export function secretHeaderTest(marked: readonly string[]): (name: string) => boolean {
  const alsoSecret = new Set(marked.map((name) => name.trim().toLowerCase()));
  return (name) => isSecretHeaderName(name) || alsoSecret.has(name.trim().toLowerCase());
}
