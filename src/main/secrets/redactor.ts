import { maskCardData } from '@shared/cards/mask-card-data';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { MIN_SECRET_LENGTH, encodingsOf } from './secret-encodings';

/** Stands for what was taken out. */
export const REDACTED = '[redacted]';

/** So many secrets are looked for; beyond them the one that was met longest ago is left out. */
const MAX_SECRETS = 1_000;

/**
 * Takes secrets out of text, whatever door they came through: by their form (tokens, keys, credentials in headers and
 * URLs, card numbers, security codes, long random strings) and, for secrets that the app has handled in this run, by their value. It
 * rather takes out too much.
 */
export class Redactor {
  /** Those met last stand last. */
  private readonly secrets = new Set<string>();
  /** What to look for, longest first, so that no part of a secret is left when one holds another; null: to be made anew. */
  private encodings: readonly string[] | null = [];

  /** From now on this value and its parts are taken out wherever they stand, also as JSON, URLs and base 64 write them. */
  remember(secret: string): void {
    const value = secret.trim();
    if (value.length < MIN_SECRET_LENGTH) return;
    if (!this.secrets.delete(value)) this.encodings = null;
    this.secrets.add(value);
    const [oldest] = this.secrets;
    if (this.secrets.size > MAX_SECRETS && oldest !== undefined) this.secrets.delete(oldest);
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

const FORMS: readonly (readonly [RegExp, string])[] = [
  // PEM, with line breaks as they are or written out, and also cut off before its end.
  [/-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g, REDACTED],
  // A JWT or JWE, whole or cut off: its header begins with `{"` in base 64.
  [/\bey[IJ][\w-]{6,}(?:\.[\w-]*){0,4}/g, REDACTED],
  // Schemes of the authorization header.
  [/\b(bearer|basic|negotiate|digest|apikey|hmac)(\s+)[^\s"'`,;]+/gi, `$1$2${REDACTED}`],
  // User name and password in a URL.
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"']+@/gi, `$1${REDACTED}@`],
  // The private part of a JWK.
  [/(["']?\b(?:d|k|dp|dq|qi)\b["']?\s*:\s*["'])[\w-]{20,}/g, `$1${REDACTED}`],
];

/** The value after a name: quoted as JSON in JSON writes it, deeper still, quoted plainly, or up to the end of its part. */
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

/** A name and its value: `name: value`, `"name":"value"`, `name=value`, `['name', 'value']`. */
const NAMED_VALUE = new RegExp(`(\\\\*["'\`]?)([A-Za-z][\\w.-]{1,80})\\1(\\s*[:=,]\\s*)(${VALUE})`, 'g');

function redactNamed(whole: string, quote: string, name: string, separator: string, value: string): string {
  // A comma parts a name from its value in quoted pairs only.
  if (separator.includes(',') && quote === '') return whole;
  if (!isSecretHeaderName(name)) return whole;
  const opening = /^\\*["'`]/.exec(value)?.[0] ?? '';
  return `${quote}${name}${quote}${separator}${opening}${REDACTED}${opening}`;
}

/** Long runs of letters, digits and the signs of base 64. */
const RANDOM = /[A-Za-z0-9+/_=-]{32,}/g;
const UUIDS = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** In random text the kind of character (capital, small, digit, sign) changes at two places of three; in words, rarely. */
const CHANGES_OF_RANDOM_TEXT = 0.4;
/** Of random letters half are capitals; of names, one of five or six. */
const CAPITALS_OF_RANDOM_TEXT = 0.3;

/** Keys and digests are long runs of all kinds of characters, few without a digit; paths, names and UUIDs are not. */
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
  // Without a digit it may be a name of many words, which has few capitals.
  if (!/[0-9]/.test(rest)) {
    const capitals = (rest.match(/[A-Z]/g) ?? []).length;
    return hasManyChanges && capitals > rest.length * CAPITALS_OF_RANDOM_TEXT ? REDACTED : run;
  }
  const slashes = (rest.match(/[/]/g) ?? []).length;
  return hasManyChanges || slashes <= rest.length / 16 ? REDACTED : run;
}
