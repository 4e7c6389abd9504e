import { MASKED, type HeaderList } from '@shared/http/exchange';
import { percentDecoded } from '@shared/http/percent-decoded';
import { environmentNameOf, TOKEN_VARIABLE } from '@shared/secrets/environment-names';

/** A request to be written as code for another tool. */
export interface CopyableRequest {
  readonly method: string;
  /** Absolute, as serialised by a parsed `URL`. */
  readonly url: string;
  /** As on the wire, in order, including `host` and `content-length`. */
  readonly headers: HeaderList;
  /** Null if there is none. A string stands for its UTF-8 bytes. */
  readonly body: string | Uint8Array | null;
}

export interface CopiedRequest {
  readonly text: string;
  /** Environment variables that the code reads, each with the header whose secret it replaces. */
  readonly variables: readonly { readonly name: string; readonly header: string }[];
  /** Sentences about what the other tool will do differently; empty when it sends the same. */
  readonly notes: readonly string[];
}

/** A note: RFC 9110 5.3 allows it, but not every server reads a joined value alike. */
export const JOINED = 'Headers of one name are joined into one.';

/** A note about headers that are not in the code, but for those that every program sets itself. */
export function leftOutNotes(
  headers: HeaderList,
  isLeftOut: (name: string) => boolean,
  label: string,
): string[] {
  const left = headers
    .map(([name]) => name)
    .filter((name) => isLeftOut(name) && !/^(?:host|content-length)$/i.test(name));
  return left.length === 0 ? [] : [`Left out, for ${label} to decide: ${left.join(', ')}.`];
}

/** Whether a header's value is a secret: `secretHeaderTest` of shared/secrets/secret-headers. */
export type IsSecretHeader = (name: string) => boolean;

/** A header's value without its secret part. */
export interface CopiedHeader {
  readonly name: string;
  /** Goes before the variable, or is the whole value. */
  readonly text: string;
  /** The environment variable with the rest, or null. */
  readonly variable: string | null;
}

/** Replaces every secret in a list of headers by a variable, so that nothing copied contains one. */
export function replaceSecrets(headers: HeaderList, isSecret: IsSecretHeader): CopiedHeader[] {
  const taken = new Set<string>([TOKEN_VARIABLE]);
  return headers.map(([name, value]) => {
    if (name.toLowerCase() === 'authorization') {
      return { name, text: 'Bearer ', variable: TOKEN_VARIABLE };
    }
    if (value === '' || (!isSecret(name) && !value.includes(MASKED))) {
      return { name, text: value, variable: null };
    }
    const wanted = environmentNameOf(name);
    let variable = wanted;
    for (let count = 2; taken.has(variable); count += 1) {
      variable = `${wanted}_${count}`;
    }
    taken.add(variable);
    return { name, text: '', variable };
  });
}

export function variablesOf(headers: readonly CopiedHeader[]): CopiedRequest['variables'] {
  return headers.flatMap(({ name, variable }) =>
    variable === null ? [] : [{ name: variable, header: name }],
  );
}

/** The bytes of a body; null when there are none to send. */
export function toBodyBytes(body: CopyableRequest['body']): Uint8Array | null {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return bytes === null || bytes.length === 0 ? null : bytes;
}

/** Terminal control characters, and characters that hide what a line does: none of these must be pasted. */
const INVISIBLE_CHARACTERS = /(?![\t\n])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** A body's text, when its bytes are UTF-8 that a person can read and paste. */
export function readableText(bytes: Uint8Array): string | null {
  const text = utf8Text(bytes);
  return text === null || INVISIBLE_CHARACTERS.test(text) ? null : text;
}

/** Null if the bytes are not valid UTF-8. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function hasHeader(headers: readonly CopiedHeader[], name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name);
}

/** The URL as it was requested: without the fragment, and without a `?` at the end. Masks in it stay readable. */
export function requestedUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search}`.replace(/(?:%E2%80%A2){2,}/g, percentDecoded);
}

/** Set by whatever makes the connection; when a caller gives them, they are refused or ignored. */
const SET_BY_CONNECTION = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

export function isSetByConnection(name: string): boolean {
  return SET_BY_CONNECTION.has(name.toLowerCase());
}
