import type { HeaderList } from '../http/exchange';
import type { Profile } from '../profiles/profile';
import { looselyRead, sameHeaderName } from '../http/http-fields';
import type { DraftHeader, VaultForwardDraft } from './draft';

/** Names of the headers of POST /vault-forward (specification: Endpoints). */
export const SERVICE_HEADERS = {
  url: 'x-vault-forward-url',
  method: 'x-vault-forward-http-method',
  paymentMethods: 'x-vault-forward-payment-methods',
  authentications: 'x-vault-forward-authentications',
  downstreamPrefix: 'x-vault-forward-header-',
} as const;

/** A header that replaces the payment methods at a compatible service. */
export const CHECKOUT_SESSION_HEADER = 'x-vault-forward-checkout-session';

/** True for a name that the service, or a server in front of it, may read as one of these or a similar header. */
export function isForwardHeader(name: string): boolean {
  return looselyRead(name).startsWith('x-vault-forward-');
}

/**
 * True for such a name in a spelling other than the specification's (`X_Vault_Forward_Url`): a server that reads
 * headers loosely obeys it.
 */
export function isMisspeltForwardHeader(name: string): boolean {
  return isForwardHeader(name) && !name.toLowerCase().startsWith('x-vault-forward-');
}

/** The name that the destination gets: without the prefix that Vault Forward removes. */
export function destinationHeaderName(name: string): string {
  const { downstreamPrefix } = SERVICE_HEADERS;
  return name.toLowerCase().startsWith(downstreamPrefix) ? name.slice(downstreamPrefix.length) : name;
}

export const VAULT_FORWARD_PATH = '/vault-forward';

/**
 * The part of the request that the draft determines; host, authorization and content-length are added when it is
 * sent.
 */
export interface VaultForwardRequest {
  readonly method: 'POST';
  readonly path: typeof VAULT_FORWARD_PATH;
  readonly headers: HeaderList;
  /** The text of the editor, unchanged. `encodeBody` makes its bytes. */
  readonly body: string;
}

/**
 * The request that a draft stands for, whether or not it passes its checks, so that "what will be sent" can always
 * show it. It must not be sent before `checkDraft` has found no errors. Headers that are empty or switched off are
 * left out. The order is always the same: content type, merchant, then the service's headers, then the destination's.
 */
export function buildVaultForwardRequest(
  draft: VaultForwardDraft,
  profile: Pick<Profile, 'merchantHeader' | 'merchantAccountId'>,
): VaultForwardRequest {
  const headers: [string, string][] = [['content-type', contentTypeOf(draft)]];
  if (profile.merchantAccountId !== null) {
    headers.push([profile.merchantHeader, profile.merchantAccountId]);
  }
  headers.push([SERVICE_HEADERS.url, draft.destinationUrl], [SERVICE_HEADERS.method, draft.method]);
  if (draft.paymentMethods.length > 0) {
    headers.push([SERVICE_HEADERS.paymentMethods, draft.paymentMethods.join(',')]);
  }
  if (draft.authentications.length > 0) {
    headers.push([SERVICE_HEADERS.authentications, draft.authentications.map(({ id }) => id).join(',')]);
  }
  for (const { name, value } of draft.serviceHeaders.filter(isSent)) {
    headers.push([name, value]);
  }
  for (const { name, value } of draft.headers.filter(isSent)) {
    headers.push([SERVICE_HEADERS.downstreamPrefix + name, value]);
  }
  return { method: 'POST', path: VAULT_FORWARD_PATH, headers, body: draft.body };
}

/** A row that nobody has filled in yet is not a header. */
export function isSent({ name, value, enabled }: DraftHeader): boolean {
  return enabled && (name !== '' || value !== '');
}

const JSON_TYPE = 'application/json';

/**
 * The specification only has JSON bodies. If a draft declares another type for its destination, the service is told
 * the same type, rather than that a form or XML is JSON; except if that header is marked as secret, because it then
 * goes only to the destination and may be a reference here.
 */
export function contentTypeOf(draft: Pick<VaultForwardDraft, 'headers'>): string {
  const declared = draft.headers.filter(
    ({ name, enabled }) => enabled && sameHeaderName(name, 'content-type'),
  );
  const value = declared.some(({ secret }) => secret) ? '' : (declared[0]?.value.trim() ?? '');
  return value === '' || isJsonType(value) ? JSON_TYPE : value;
}

/** True for `application/json` and types that end in `+json`, whatever their parameters. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType.trim());
}

/**
 * Offset of a surrogate without its other half, or -1. Such a text has no UTF-8: encoders silently write U+FFFD
 * instead, and the bytes sent would not be the text shown.
 */
export function findLoneSurrogate(text: string): number {
  return text.search(/\p{Surrogate}/u);
}

/** The exact bytes of a body. Throws a RangeError if the text has none (`findLoneSurrogate`). */
export function encodeBody(text: string): Uint8Array {
  const lone = findLoneSurrogate(text);
  if (lone !== -1) {
    throw new RangeError(`The body has half of a surrogate pair at offset ${lone}, which UTF-8 cannot hold.`);
  }
  return new TextEncoder().encode(text);
}
