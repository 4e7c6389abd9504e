import { MASKED } from '@shared/http/exchange';
import { decodeString } from '@shared/json/json-tree';
import { readJson } from '@shared/json/read-json';

/** Parts of a field's name, without its separators, that tell of a credential. */
const SECRET_PARTS =
  /passw(?:or)?d|passphrase|secret|credential|(?:private|api|access|signing|encryption|decryption|shared|master|hmac|symmetric)key|(?:access|refresh|auth|api|bearer|security)token|pkcs12|pkcs8|keystore/;

/** A name that ends in one of these words says something about a credential, and is none. */
const ABOUT =
  /(?:^|[^a-z])(?:id|ids|type|kind|name|label|at|in|url|uri|endpoint|format|algorithm|length|required|enabled|scopes?|status|state|method|hint|count|version)$/;

/** True for a field of an answer whose name says that its value is a credential: `client_secret`, `privateKey`, … */
export function isSecretFieldName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = readsAsSecret(name);
  if (knownNames.size >= MAX_KNOWN_NAMES) knownNames.clear();
  // A copy: a part of a text holds all of it.
  if (name.length <= MAX_KNOWN_LENGTH) knownNames.set(Buffer.from(name).toString(), isSecret);
  return isSecret;
}

/** Answers have the same few names thousands of times. */
const knownNames = new Map<string, boolean>();
const MAX_KNOWN_NAMES = 2_000;
const MAX_KNOWN_LENGTH = 60;

function readsAsSecret(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return SECRET_PARTS.test(words.replace(/[^a-z0-9]/g, '')) && !ABOUT.test(words);
}

/** Members that describe a field of a configured authentication rather than hold its value. */
const DESCRIPTIONS = /^(?:id|key|name|label|type|kind|format|required|secret|display_?name|description)$/i;

interface Frame {
  readonly kind: 'object' | 'array';
  /** The member that is being read. */
  key: string;
  /** Everything in it is a credential. */
  readonly secret: boolean;
  /** It lies in a configured authentication, at any depth. Noted, not searched for: an answer may be nested 100,000 deep. */
  readonly inAuthentication: boolean;
  /** It lies in the `fields` of a configured authentication. */
  readonly inFields: boolean;
  /** What `name` or `key` say beside a `value`. */
  label: string;
  readonly values: Place[];
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
  const places = secretPlaces(text);
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of places) {
    pieces.push(text.slice(done, start), `"${MASKED}"`);
    done = end;
  }
  return done === 0 ? text : pieces.join('') + text.slice(done);
}

function secretPlaces(text: string): Place[] {
  if (!/^\s*[[{]/.test(text)) return [];
  const found: Place[] = [];
  const frames: Frame[] = [];
  const top = (): Frame | undefined => frames[frames.length - 1];
  const open = (kind: Frame['kind']): void => {
    const around = top();
    const key = around?.key ?? '';
    const inAuthentication = (around?.inAuthentication ?? false) || /^authentications?$/i.test(key);
    frames.push({
      kind,
      key: kind === 'array' ? key : '',
      secret: (around?.secret ?? false) || isSecretFieldName(key),
      inAuthentication,
      inFields: (around?.inFields ?? false) || (inAuthentication && /^fields$/i.test(key)),
      label: '',
      values: [],
    });
  };
  const close = (): void => {
    const frame = frames.pop();
    if (frame && frame.values.length > 0 && isSecretFieldName(frame.label)) found.push(...frame.values);
  };
  readJson(text, {
    openObject: () => open('object'),
    openArray: () => open('array'),
    closeObject: close,
    closeArray: close,
    key: (start, end) => {
      const frame = top();
      if (frame) frame.key = decodeString(text.slice(start, end));
    },
    scalar: (kind, start, end) => {
      const frame = top();
      if (!frame || (kind !== 'string' && kind !== 'number')) return;
      const described = DESCRIPTIONS.test(frame.key);
      if (described && kind === 'string') {
        if (/^(?:name|key|id)$/i.test(frame.key)) frame.label = decodeString(text.slice(start, end));
        return;
      }
      const isSecret = frame.secret || frame.inFields || isSecretFieldName(frame.key);
      if (!isSecret && !/^value$/i.test(frame.key)) return;
      if (isHarmless(text.slice(start, end))) return;
      if (isSecret) found.push({ start, end });
      else frame.values.push({ start, end });
    },
  });
  while (frames.length > 0) close();
  return found.sort((one, other) => one.start - other.start);
}

/** Empty, masked by the service already, or a placeholder. */
function isHarmless(written: string): boolean {
  return /^"(?:[*•xX]*|\s*\{\{[^{}]*\}\}\s*)"$/.test(written);
}
