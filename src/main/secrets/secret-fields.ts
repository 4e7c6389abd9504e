import { MASKED } from '@shared/http/exchange';
import { decodeString } from '@shared/json/json-tree';
import { readJson } from '@shared/json/read-json';
import { isNameAbout } from '@shared/secrets/names-about';

/** Parts of a field name, without its separators, that indicate a credential. */
const SECRET_PARTS =
  /passw(?:or)?d|passphrase|secret|credential|(?:private|api|access|signing|encryption|decryption|shared|master|hmac|symmetric)key|(?:access|refresh|auth|api|bearer|security)token|pkcs12|pkcs8|keystore/;

/**
 * Every secret name contains one of these, possibly with other characters between the letters. The kelvin sign
 * lower-cases to k.
 */
const TRACES = new RegExp(
  ['pass', 'secret', 'creden', 'key', 'token', 'pkcs', 'authentication']
    .map((word) => [...word.replace(/k/g, 'K')].join('[^a-z0-9"]*').replace(/K/g, '[k\\u212a]'))
    .join('|'),
  'i',
);

/**
 * False if no name in the text can indicate a credential, as in most answers. Takes a fifth of the time of parsing
 * the text as JSON.
 */
function mayHaveSecrets(text: string): boolean {
  // An escape may stand for any letter.
  return text.includes('\\') || TRACES.test(text);
}

/** True if the name of a field in an answer says that its value is a credential: `client_secret`, `privateKey`, … */
export function isSecretFieldName(name: string): boolean {
  return factsOf(name).secret;
}

/** What a field's name says about its value. */
interface NameFacts {
  readonly secret: boolean;
  readonly authentication: boolean;
  readonly fields: boolean;
  /** It describes a field of a configured authentication method rather than holding its value. */
  readonly description: boolean;
  /** Its value names what the `value` beside it is. */
  readonly label: boolean;
  readonly value: boolean;
}

function factsOf(name: string): NameFacts {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const facts = {
    secret: readsAsSecret(name),
    authentication: /^authentications?$/i.test(name),
    fields: /^fields$/i.test(name),
    description: DESCRIPTIONS.test(name),
    label: /^(?:name|key|id)$/i.test(name),
    value: /^value$/i.test(name),
  };
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear();
  // A copy, because a substring would keep the whole text in memory.
  if (name.length <= MAX_KNOWN_LENGTH) knownNames.set(Buffer.from(name).toString(), facts);
  return facts;
}

/** A cache: answers repeat the same few names thousands of times. */
const knownNames = new Map<string, NameFacts>();
const MAX_KNOWN_NAMES = 2_000;
const MAX_KNOWN_LENGTH = 60;

function readsAsSecret(name: string): boolean {
  return SECRET_PARTS.test(name.toLowerCase().replace(/[^a-z0-9]/g, '')) && !isNameAbout(name);
}

/** Members that describe a field of a configured authentication method rather than holding its value. */
const DESCRIPTIONS = /^(?:id|key|name|label|type|kind|format|required|secret|display_?name|description)$/i;

/** For values without a name: array elements and the outermost value. */
const NAMELESS = factsOf('');

interface Frame {
  /** The name of the member being read. */
  key: NameFacts;
  readonly isList: boolean;
  /** Everything in it is a credential. */
  readonly secret: boolean;
  /** It is inside a configured authentication method, at any depth. Stored here because walking up could take 100,000 steps. */
  readonly inAuthentication: boolean;
  /** It is inside the `fields` of a configured authentication method. */
  readonly inFields: boolean;
  /** The places of each `name`, `key` and `id`, which may belong to the `value` beside it. */
  labels: Place[] | null;
  values: Place[] | null;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Masks the credentials in an answer: in fields whose names say so, in pairs such as `{ "name": "client_secret",
 * "value": … }`, and in the fields of configured authentication methods. Text that is not JSON, or is cut off, is
 * masked as far as it can be parsed, and after that wherever such a name has its value right behind it.
 */
export function maskSecretFields(text: string): string {
  if (!mayHaveSecrets(text)) return text;
  const { places } = secretPlaces(text);
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of places) {
    pieces.push(text.slice(done, start), `"${MASKED}"`);
    done = end;
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

/**
 * How many characters at the start of a truncated text are certain to hold no credential, whatever follows: all
 * complete JSON tokens up to the first value that a later name could turn into one. 0 if the text holds a credential.
 */
export function withoutSecretFields(text: string): number {
  const harmless = mayHaveSecrets(text) ? null : wholeTokens(text);
  if (harmless !== null) return harmless;
  const { places, sure } = secretPlaces(text);
  return places.length > 0 ? 0 : sure;
}

/**
 * The length of the complete tokens of a text without escapes, in which no name indicates a credential. Parsing it as
 * JSON takes ten times as long the first time. Null if a later name could still turn one of its values into a
 * credential, or if finding that out would take as long as parsing.
 */
function wholeTokens(text: string): number | null {
  if (!/^\s*[[{]/.test(text)) return 0;
  let left = text.length;
  for (const { index = 0 } of text.matchAll(/"value"/gi)) {
    const end = endOfContainer(text, index, index + left);
    if (end === null) return null;
    left -= end - index;
  }
  const pieces = text.split('"');
  if (pieces.length % 2 === 0) return text.lastIndexOf('"');
  let end = text.length;
  while (/[\w.+-]/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The end of the object or array that contains the string at `from`; null if it does not end before `limit`. */
function endOfContainer(text: string, from: number, limit: number): number | null {
  let depth = 0;
  for (let at = from; at < limit && at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '"') {
      at = text.indexOf('"', at + 1);
      if (at === -1) return null;
    } else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth < 0) return at;
  }
  return null;
}

/** A quoted name right before a string or a number. */
const NAMED_VALUE = /"([^"]{1,60})"\s*:\s*(?=["\d-])/g;

/** Credentials in what is not JSON: in JSON lines, in a script, and after a mistake. */
function* looseSecrets(text: string, from: number): Generator<Place> {
  NAMED_VALUE.lastIndex = from;
  for (let named = NAMED_VALUE.exec(text); named !== null; named = NAMED_VALUE.exec(text)) {
    const [{ length }, name = ''] = named;
    const start = named.index + length;
    const end = endOfScalar(text, start);
    if (!isSecretFieldName(name) || isHarmless(text.slice(start, end))) continue;
    yield { start, end };
    NAMED_VALUE.lastIndex = end;
  }
}

/** The end of a string or a number, or of the text if the string is not closed. */
function endOfScalar(text: string, start: number): number {
  const isString = text.charAt(start) === '"';
  let at = start + 1;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (isString ? sign === '"' : !/[\w.+-]/.test(sign)) return isString ? at + 1 : at;
    at += isString && sign === '\\' ? 2 : 1;
  }
  return text.length;
}

/** Where the credentials are, and the offset up to which nothing after the text could add one. */
function secretPlaces(text: string): { readonly places: readonly Place[]; readonly sure: number } {
  if (!/^\s*[[{]/.test(text)) return { places: [...looseSecrets(text, 0)], sure: 0 };
  let sure = 0;
  let lastKey = 0;
  const found: Place[] = [];
  const frames: Frame[] = [];
  const top = (): Frame | undefined => frames[frames.length - 1];
  const open = (kind: 'object' | 'array'): void => {
    const around = top();
    const key = around?.key ?? NAMELESS;
    const inAuthentication = (around?.inAuthentication ?? false) || key.authentication;
    frames.push({
      key: kind === 'array' ? key : NAMELESS,
      isList: kind === 'array',
      secret: (around?.secret ?? false) || key.secret,
      inAuthentication,
      inFields: (around?.inFields ?? false) || (inAuthentication && key.fields),
      labels: null,
      values: null,
    });
  };
  const close = (): void => {
    const frame = frames.pop();
    if (!frame?.values) return;
    const around = top();
    // What is in a list belongs to the name beside the list.
    if (frame.isList && around) around.values = [...(around.values ?? []), ...frame.values];
    const isSecret = ({ start, end }: Place): boolean =>
      isSecretFieldName(decodeString(text.slice(start, end)));
    if (frame.labels?.some(isSecret) === true) found.push(...frame.values);
  };
  const problem = readJson(text, {
    openObject: (start) => {
      sure = start + 1;
      open('object');
    },
    openArray: (start) => {
      sure = start + 1;
      open('array');
    },
    closeObject: (end) => {
      sure = end;
      close();
    },
    closeArray: (end) => {
      sure = end;
      close();
    },
    key: (start, end) => {
      sure = end;
      lastKey = start;
      const frame = top();
      if (frame) frame.key = factsOf(decodeString(text.slice(start, end)));
    },
    scalar: (kind, start, end) => {
      sure = end;
      const frame = top();
      if (!frame || (kind !== 'string' && kind !== 'number')) return;
      const { key } = frame;
      if (key.description && kind === 'string') {
        if (key.label) (frame.labels ??= []).push({ start, end });
        return;
      }
      const isSecret = frame.secret || frame.inFields || key.secret;
      if (!isSecret && !key.value) return;
      if (isHarmless(text.slice(start, end))) return;
      if (isSecret) found.push({ start, end });
      else (frame.values ??= []).push({ start, end });
    },
  });
  const parsedTo = sure;
  for (const { values } of frames) sure = Math.min(sure, values?.[0]?.start ?? sure);
  while (frames.length > 0) close();
  if (problem !== null)
    for (const place of looseSecrets(text, lastKey)) if (place.start >= parsedTo) found.push(place);
  return { places: found.sort((one, other) => one.start - other.start), sure };
}

/** Empty, already masked by the service, or a placeholder. */
function isHarmless(written: string): boolean {
  return /^"(?:[*•xX]*|\s*\{\{[^{}]*\}\}\s*)"$/.test(written);
}
