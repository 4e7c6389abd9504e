import type { Problem, Result } from '../problem';
import { refuse, succeed } from '../problem';

/** A Vault Forward request as the person composes it: kept as typed, right or wrong (`checkDraft` says which). */
export interface VaultForwardDraft {
  /** Version of this shape, for drafts that lie on disk. */
  readonly version: 1;
  readonly destinationUrl: string;
  readonly method: string;
  /** Ids in the order in which placeholders count them, from 1. */
  readonly paymentMethods: readonly string[];
  /** Authentication methods in the order in which the service applies them. */
  readonly authentications: readonly DraftAuthentication[];
  /** For the destination: sent as `x-vault-forward-header-<name>`. */
  readonly headers: readonly DraftHeader[];
  /** For the service itself: whatever a compatible service knows beyond the specification. */
  readonly serviceHeaders: readonly DraftHeader[];
  /** The text of the editor; its UTF-8 bytes are what is sent. */
  readonly body: string;
}

export interface DraftAuthentication {
  readonly id: string;
  /** A name by which the person remembers it; never sent. */
  readonly name: string;
}

export interface DraftHeader {
  /** Names the row, not the header: stays the same while the person types. */
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Its value is masked, and kept in the keychain when the request is saved. */
  readonly secret: boolean;
  readonly enabled: boolean;
}

export function emptyDraft(): VaultForwardDraft {
  return {
    version: 1,
    destinationUrl: '',
    method: 'POST',
    paymentMethods: [],
    authentications: [],
    headers: [],
    serviceHeaders: [],
    body: '',
  };
}

/** Reads a draft from the database, a file or the bridge: the whole of it or nothing. */
export function parseDraft(value: unknown): Result<VaultForwardDraft> {
  if (!isRecord(value)) {
    return refuse(damaged('it is no object'));
  }
  if (value.version !== 1) {
    return refuse(
      typeof value.version === 'number' && value.version > 1
        ? tooNew(value.version)
        : damaged('version is missing'),
    );
  }
  const { destinationUrl, method, body } = value;
  const paymentMethods = listOf(value.paymentMethods, (item) => (typeof item === 'string' ? item : null));
  const authentications = listOf(value.authentications, parseAuthentication);
  const headers = listOf(value.headers, parseHeader);
  const serviceHeaders = listOf(value.serviceHeaders, parseHeader);
  if (typeof destinationUrl !== 'string' || typeof method !== 'string' || typeof body !== 'string') {
    return refuse(damaged('destinationUrl, method and body have to be strings'));
  }
  if (paymentMethods === null || authentications === null) {
    return refuse(damaged('paymentMethods or authentications has another shape'));
  }
  if (headers === null || serviceHeaders === null) {
    return refuse(damaged('headers or serviceHeaders has another shape'));
  }
  return succeed({
    version: 1,
    destinationUrl,
    method,
    paymentMethods,
    authentications,
    headers,
    serviceHeaders,
    body,
  });
}

function parseAuthentication(value: unknown): DraftAuthentication | null {
  return isRecord(value) && typeof value.id === 'string' && typeof value.name === 'string'
    ? { id: value.id, name: value.name }
    : null;
}

function parseHeader(item: unknown): DraftHeader | null {
  if (!isRecord(item)) {
    return null;
  }
  const { id, name, value, secret, enabled } = item;
  return typeof id === 'string' &&
    typeof name === 'string' &&
    typeof value === 'string' &&
    typeof secret === 'boolean' &&
    typeof enabled === 'boolean'
    ? { id, name, value, secret, enabled }
    : null;
}

function listOf<T>(value: unknown, parse: (item: unknown) => T | null): T[] | null {
  if (!Array.isArray(value)) {
    return null;
  }
  const items: T[] = [];
  for (const item of value) {
    const parsed = parse(item);
    if (parsed === null) {
      return null;
    }
    items.push(parsed);
  }
  return items;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function damaged(detail: string): Problem {
  return {
    code: 'draft-damaged',
    title: 'This request cannot be read.',
    meaning: 'What was kept is not a Vault Forward request as this app writes it.',
    nextStep: 'Compose it anew, or import it from where it was exported.',
    detail,
  };
}

function tooNew(version: number): Problem {
  return {
    code: 'draft-too-new',
    title: 'This request was written by a newer version of the app.',
    meaning: `It has version ${version}; this app reads version 1.`,
    nextStep: 'Update the app, then open it again.',
    detail: null,
  };
}
