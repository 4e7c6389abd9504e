import { MASKED } from '@shared/http/exchange';
import { decodeString } from '@shared/json/json-tree';
import { readJson } from '@shared/json/read-json';

/** Parts of a field's name, without its separators, that tell of a credential. */
const SECRET_PARTS =
  /passw(?:or)?d|passphrase|secret|credential|(?:private|api|access|signing|encryption|decryption|shared|master|hmac|symmetric)key|(?:access|refresh|auth|api|bearer|security)token|pkcs12|pkcs8|keystore/;

/** A name that ends in one of these words says something about a credential, and is none. */
const ABOUT =
  /(?:^|[^a-z])(?:id|ids|type|kind|name|label|at|in|url|uri|endpoint|format|algorithm|length|required|enabled|scopes?|status|state|method|hint|count|version)$/;

/** As names have them at least, whatever stands between their letters. A sign for kelvin is a k in lower case. */
const TRACES = new RegExp(
  ['pass', 'secret', 'creden', 'key', 'token', 'pkcs', 'authentication']
    .map((word) => [...word.replace(/k/g, 'K')].join('[^a-z0-9"]*').replace(/K/g, '[k\\u212a]'))
    .join('|'),
  'i',
);

/** False for a text in which no name can tell of a credential: most answers. Looking takes a fifth of reading it as JSON. */
function mayHaveSecrets(text: string): boolean {
  // An escape may hide any letter.
  return text.includes('\\') || TRACES.test(text);
}

/** True for a field of an answer whose name says that its value is a credential: `client_secret`, `privateKey`, … */
export function isSecretFieldName(name: string): boolean {
  return factsOf(name).secret;
}

/** What a field's name says. */
interface NameFacts {
  readonly secret: boolean;
  readonly authentication: boolean;
  readonly fields: boolean;
  /** It describes a field of a configured authentication rather than hold its value. */
  readonly description: boolean;
  /** What it holds says what a `value` beside it is. */
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
  // A copy: a part of a text holds all of it.
  if (name.length <= MAX_KNOWN_LENGTH) knownNames.set(Buffer.from(name).toString(), facts);
  return facts;
}

/** Answers have the same few names thousands of times. */
const knownNames = new Map<string, NameFacts>();
const MAX_KNOWN_NAMES = 2_000;
const MAX_KNOWN_LENGTH = 60;

function readsAsSecret(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return SECRET_PARTS.test(words.replace(/[^a-z0-9]/g, '')) && !ABOUT.test(words);
}

/** Members that describe a field of a configured authentication rather than hold its value. */
const DESCRIPTIONS = /^(?:id|key|name|label|type|kind|format|required|secret|display_?name|description)$/i;

/** Of what has no name: an array's members, and the outermost value. */
const NAMELESS = factsOf('');

interface Frame {
  /** Of the member that is being read. */
  key: NameFacts;
  /** Everything in it is a credential. */
  readonly secret: boolean;
  /** It lies in a configured authentication, at any depth. Noted, not searched for: an answer may be nested 100,000 deep. */
  readonly inAuthentication: boolean;
  /** It lies in the `fields` of a configured authentication. */
  readonly inFields: boolean;
  /** Where `name` or `key` stand beside a `value`. */
  label: Place | null;
  values: Place[] | null;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * An answer with the credentials masked that it holds in fields whose names say so, in pairs such as
 * `{ "name": "client_secret", "value": … }`, and in the fields of configured authentication methods. Text that is no
 * JSON, or is cut off, is masked as far as it can be read.
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
 * How much of a text that is cut off holds no credential in a field, whatever comes behind it: the whole tokens of it, up
 * to the first value that may turn out to be one by a name that is still to come. 0 where there is a credential.
 */
export function withoutSecretFields(text: string): number {
  const { places, sure } = secretPlaces(text);
  return places.length > 0 ? 0 : sure;
}

/** Where the credentials are, and up to where nothing that comes behind the text could add one. */
function secretPlaces(text: string): { readonly places: readonly Place[]; readonly sure: number } {
  if (!/^\s*[[{]/.test(text)) return { places: [], sure: 0 };
  let sure = 0;
  const found: Place[] = [];
  const frames: Frame[] = [];
  const top = (): Frame | undefined => frames[frames.length - 1];
  const open = (kind: 'object' | 'array'): void => {
    const around = top();
    const key = around?.key ?? NAMELESS;
    const inAuthentication = (around?.inAuthentication ?? false) || key.authentication;
    frames.push({
      key: kind === 'array' ? key : NAMELESS,
      secret: (around?.secret ?? false) || key.secret,
      inAuthentication,
      inFields: (around?.inFields ?? false) || (inAuthentication && key.fields),
      label: null,
      values: null,
    });
  };
  const close = (): void => {
    const frame = frames.pop();
    if (!frame?.values || !frame.label) return;
    const { start, end } = frame.label;
    if (isSecretFieldName(decodeString(text.slice(start, end)))) found.push(...frame.values);
  };
  readJson(text, {
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
      const frame = top();
      if (frame) frame.key = factsOf(decodeString(text.slice(start, end)));
    },
    scalar: (kind, start, end) => {
      sure = end;
      const frame = top();
      if (!frame || (kind !== 'string' && kind !== 'number')) return;
      const { key } = frame;
      if (key.description && kind === 'string') {
        if (key.label) frame.label = { start, end };
        return;
      }
      const isSecret = frame.secret || frame.inFields || key.secret;
      if (!isSecret && !key.value) return;
      if (isHarmless(text.slice(start, end))) return;
      if (isSecret) found.push({ start, end });
      else (frame.values ??= []).push({ start, end });
    },
  });
  for (const { values } of frames) sure = Math.min(sure, values?.[0]?.start ?? sure);
  while (frames.length > 0) close();
  return { places: found.sort((one, other) => one.start - other.start), sure };
}

/** Empty, masked by the service already, or a placeholder. */
function isHarmless(written: string): boolean {
  return /^"(?:[*•xX]*|\s*\{\{[^{}]*\}\}\s*)"$/.test(written);
}
