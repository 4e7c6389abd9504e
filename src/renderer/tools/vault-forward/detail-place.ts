import type { ServiceErrorDetail } from '@shared/http/service-error';
import { sameHeaderName } from '@shared/http/http-fields';
import { findPlace, pointerSteps } from '@shared/json/find-place';
import type { DraftHeader, VaultForwardDraft } from '@shared/vault-forward/draft';
import type { DraftPlace } from '@shared/vault-forward/finding';
import { isSent, SERVICE_HEADERS } from '@shared/vault-forward/request';

/**
 * The place in a draft that a detail of the service's error points to, so that a click leads there; null if the draft
 * has no such place (specification: ErrorDetail).
 */
export function placeOfDetail(
  detail: Pick<ServiceErrorDetail, 'location' | 'pointer'>,
  draft: VaultForwardDraft,
): DraftPlace | null {
  switch (detail.location) {
    case 'header':
      return placeOfHeader(pointerSteps(detail.pointer), draft);
    case 'body': {
      const place = findPlace(draft.body, detail.pointer);
      return place === null ? { field: 'body', offset: 0, length: 0 } : { field: 'body', ...place };
    }
    default:
      return null;
  }
}

function placeOfHeader(steps: readonly string[], draft: VaultForwardDraft): DraftPlace | null {
  const name = steps[0]?.toLowerCase() ?? '';
  switch (name) {
    case SERVICE_HEADERS.url:
      return { field: 'destinationUrl' };
    case SERVICE_HEADERS.method:
      return { field: 'method' };
    case SERVICE_HEADERS.paymentMethods:
      return { field: 'paymentMethods', ...indexOf(steps[1], draft.paymentMethods.length) };
    case SERVICE_HEADERS.authentications:
      return { field: 'authentications', ...indexOf(steps[1], draft.authentications.length) };
    // The service gets the same body type as the destination.
    case 'content-type':
      return placeOfRow('headers', draft.headers, name);
  }
  return name.startsWith(SERVICE_HEADERS.downstreamPrefix)
    ? placeOfRow('headers', draft.headers, name.slice(SERVICE_HEADERS.downstreamPrefix.length))
    : placeOfRow('serviceHeaders', draft.serviceHeaders, name);
}

function indexOf(step: string | undefined, count: number): { readonly index: number } | undefined {
  const index = step !== undefined && /^\d{1,6}$/.test(step) ? Number(step) : -1;
  return index >= 0 && index < count ? { index } : undefined;
}

function placeOfRow(
  field: 'headers' | 'serviceHeaders',
  rows: readonly DraftHeader[],
  name: string,
): DraftPlace | null {
  const index = rows.findIndex((row) => isSent(row) && sameHeaderName(row.name, name));
  return index === -1 ? null : { field, index, part: 'value' };
}
