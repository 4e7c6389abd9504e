import { maskCardData } from '@shared/cards/mask-card-data';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { MIN_SECRET_LENGTH, encodingsOf } from './secret-encodings';

/** Replaces every secret that is removed. */
export const REDACTED = '[redacted]';

/** How many secrets are remembered; beyond this, the least recently seen is dropped. */
const MAX_SECRETS = 1_000;

/**
 * Removes secrets from text, however they got there: by their form (tokens, keys, credentials in headers and URLs,
 * card numbers, security codes, long random strings) and, for secrets that the app has handled in this run, by their
 * value. When in doubt it removes too much.
 */
export class Redactor {
  /** The most recently seen are last. */
  private readonly secrets = new Set<string>();
  /**
   * What to look for, longest first, so that nothing is left over when one secret contains another; null if it must
   * be rebuilt.
   */
  private encodings: readonly string[] | null = [];

  /** From now on this value and its parts are removed everywhere, also in JSON, URL and base64 form. */
  remember(secret: string): void {
    const value = secret.trim();
    if (value.length < MIN_SECRET_LENGTH) return;
    if (!this.secrets.delete(value)) this.encodings = null;
    this.secrets.add(value);
    const [oldest] = this.secrets;
    if (this.secrets.size > MAX_SECRETS && oldest !== undefined) this.secrets.delete(oldest);
  }

  /**
   * The values that must not be in a file or a copy, without those that a variable is part of, because a file is to
   * keep its variables. What is typed is remembered at each pause, and its beginnings may be ordinary words, such as
   * `Bearer`: they are left out. A longer text that begins like a token does not take the token out: it may be the same
   * one, pasted with something after it.
   */
  known(): readonly string[] {
    const sorted = [...this.secrets].sort();
    return sorted.filter((secret, index) => {
      const isBeginning = WORDS.test(secret) && sorted[index + 1]?.startsWith(secret) === true;
      return !/[$]\{|\{\{/.test(secret) && !SCHEME.test(secret) && !isBeginning;
    });
  }

  redact(text: string): string {
    let redacted = text;
    this.encodings ??= encodingsOf([...this.secrets]);
    for (const secret of this.encodings) {
      if (redacted.includes(secret)) redacted = redacted.split(secret).join(REDACTED);
    }
    for (const [form, replacement] of FORMS) redacted = redacted.replace(form, replacement);
    return maskCardData(redacted.replace(NAMED_VALUE, redactNamed).replace(RANDOM, redactRandom));
  }
}

/** Words, which no token is made of. */
const WORDS = /^(?=.{1,24}$)[a-z]+(?:[-_. ][a-z]+)*$/i;

/** The beginning of a header that is still being typed. */
const SCHEME = /^(?:bearer|digest|negotiate|apikey|aws4-hmac-sha256)$/i;

const FORMS: readonly (readonly [RegExp, string])[] = [
  // PEM, with real or escaped line breaks, even if it is cut off.
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, REDACTED],
  // A JWT or JWE, even if it is cut off: its header is base64 that begins with `{"`.
  [/\bey[IJ][\w-]{6,}(?:\.[\w-]*){0,4}/g, REDACTED],
  // Schemes of the authorization header.
  [/\b(bearer|basic|negotiate|digest|apikey|hmac)(\s+)[^\s"'`,;]+/gi, `$1$2${REDACTED}`],
  // User name and password in a URL.
  [/([a-z][a-z0-9+.-]{0,31}:\/\/)[^\s/?#@"']+@/gi, `$1${REDACTED}@`],
  // The private part of a JWK.
  [/(["']?\b(?:d|k|dp|dq|qi)\b["']?\s*:\s*["'])[\w-]{20,}/g, `$1${REDACTED}`],
];

/** The value after a name: quoted as in JSON within JSON or deeper, plainly quoted, or up to the next separator. */
const VALUE = [
  /\\"(?:[^"\\]|\\{2,}"?|\\[^"\\])*(?:\\")?/,
  /\\{2,}"[^\n]*/,
  /"(?:[^"\\]|\\.)*"?/,
  /'(?:[^'\\\n]|\\.)*'?/,
  /`[^`]*`?/,
  /[^\s"'`;&,)}\]\\][^\n;&"'`]*/,
]
  .map(({ source }) => source)
  .join('|');

/**
 * A name and its value: `name: value`, `"name":"value"`, `name=value`, `['name', 'value']`. Backslashes are limited,
 * because a search without a limit would take the square of a long row's length.
 */
const NAMED_VALUE = new RegExp(`(\\\\{0,31}["'\`]?)([A-Za-z][\\w.-]{1,80})\\1(\\s*[:=,]\\s*)(${VALUE})`, 'g');

function redactNamed(whole: string, quote: string, name: string, separator: string, value: string): string {
  // A comma separates a name from its value only in quoted pairs.
  if (separator.includes(',') && quote === '') return whole;
  if (!isSecretHeaderName(name)) return whole;
  const opening = /^\\*["'`]/.exec(value)?.[0] ?? '';
  return `${quote}${name}${quote}${separator}${opening}${REDACTED}${opening}`;
}

/** Long runs of letters, digits and the other base64 characters. */
const RANDOM = /[A-Za-z0-9+/_=-]{32,}/g;
const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/**
 * In random text the kind of character (upper case, lower case, digit, sign) changes at two out of three places; in
 * words it rarely does.
 */
const CHANGES_OF_RANDOM_TEXT = 0.4;
/** Half of all random letters are capitals; in names, one in five or six. */
const CAPITALS_OF_RANDOM_TEXT = 0.3;

/** Keys and digests are long runs of mixed characters, nearly always with a digit; paths, names and UUIDs are not. */
function redactRandom(run: string): string {
  const rest = run.replace(UUIDS, '/');
  if (rest.length < 32) return run;
  if (/^[0-9a-f]+$/i.test(rest)) return REDACTED;
  if (!/[a-z]/.test(rest) || !/[A-Z]/.test(rest)) return run;
  const kinds = rest
    .replace(/[A-Z]/g, 'A')
    .replace(/[a-z]/g, 'a')
    .replace(/[0-9]/g, '0')
    .replace(/[+/_=-]/g, '/');
  const changes = (kinds.match(/(.)(?!\1)(?=.)/g) ?? []).length;
  const hasManyChanges = changes > rest.length * CHANGES_OF_RANDOM_TEXT;
  // A run without a digit may be a name made of many words, which has few capitals.
  if (!/[0-9]/.test(rest)) {
    const capitals = (rest.match(/[A-Z]/g) ?? []).length;
    return hasManyChanges && capitals > rest.length * CAPITALS_OF_RANDOM_TEXT ? REDACTED : run;
  }
  const slashes = (rest.match(/[/]/g) ?? []).length;
  return hasManyChanges || slashes <= rest.length / 16 ? REDACTED : run;
}
