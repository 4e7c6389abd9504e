import type { HeaderList } from '../exchange';
import { sameHeaderName } from '../http-fields';
import type { DraftHeader, VaultForwardDraft } from './draft';
import { contentTypeOf, SERVICE_HEADERS } from './request';

/** A header as it was sent; `secret` when its value is one. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

/**
 * The draft whose request has these headers and this body: what `buildVaultForwardRequest` makes of it is the same
 * again, unless the headers were in an order of their own. `newId` names the rows.
 * @param headers without authorization and the merchant's.
 */
export function draftFromHeaders(
  headers: readonly SentHeader[],
  body: string,
  newId: () => string,
): VaultForwardDraft {
  const prefix = SERVICE_HEADERS.downstreamPrefix;
  const valueOf = (wanted: string): string =>
    headers.find(({ name }) => sameHeaderName(name, wanted))?.value ?? '';
  const own = new Set<string>([
    SERVICE_HEADERS.url,
    SERVICE_HEADERS.method,
    SERVICE_HEADERS.paymentMethods,
    SERVICE_HEADERS.authentications,
    'content-type',
  ]);
  const toRow = (name: string, { value, secret }: SentHeader): DraftHeader => ({
    id: newId(),
    name,
    value,
    secret,
    enabled: true,
  });
  const isDownstream = (name: string): boolean => name.toLowerCase().startsWith(prefix);
  return {
    version: 1,
    destinationUrl: valueOf(SERVICE_HEADERS.url),
    method: valueOf(SERVICE_HEADERS.method),
    paymentMethods: listOf(valueOf(SERVICE_HEADERS.paymentMethods)),
    authentications: listOf(valueOf(SERVICE_HEADERS.authentications)).map((id) => ({ id, name: '' })),
    headers: headers
      .filter(({ name }) => isDownstream(name))
      .map((header) => toRow(header.name.slice(prefix.length), header)),
    serviceHeaders: headers
      .filter(({ name }) => !isDownstream(name) && !own.has(name.toLowerCase()))
      .map((header) => toRow(header.name, header)),
    body,
  };
}

/** True when the draft declares what was sent to the service as the body's type. */
export function declaresType(draft: VaultForwardDraft, headers: HeaderList): boolean {
  const sent = headers.find(([name]) => sameHeaderName(name, 'content-type'))?.[1];
  return sent === contentTypeOf(draft);
}

function listOf(value: string): string[] {
  return value === '' ? [] : value.split(',');
}
