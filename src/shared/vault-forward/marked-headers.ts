import type { DraftFields } from './draft';
import { SERVICE_HEADERS } from './request';

/**
 * Names, as sent, of the headers that the person marked as secret, for the service and for the destination; only
 * those that are sent.
 */
export function markedHeaderNames({
  headers,
  serviceHeaders,
}: Pick<DraftFields, 'headers' | 'serviceHeaders'>): readonly string[] {
  const marked = (rows: DraftFields['headers']): string[] =>
    rows.filter(({ secret, enabled }) => secret && enabled).map(({ name }) => name);
  return [
    ...marked(serviceHeaders),
    ...marked(headers).map((name) => SERVICE_HEADERS.downstreamPrefix + name),
  ];
}
