import { sameHeaderName } from '../http/http-fields';
import type { RequestSpec, SpecHeader } from '../requests/request-spec';
import type { DraftForm, DraftHeader, VaultForwardDraft } from './draft';
import { markedHeaderNames } from './marked-headers';
import { buildVaultForwardRequest, contentTypeOf, SERVICE_HEADERS } from './request';

const NO_MERCHANT = { merchantHeader: '', merchantAccountId: null };

/** The request that a draft stands for. What the person sees as secret is marked as such. */
export function requestOfDraft(draft: VaultForwardDraft): RequestSpec {
  const secret = new Set(markedHeaderNames(draft).map((name) => name.toLowerCase()));
  const { headers, body } = buildVaultForwardRequest(draft, NO_MERCHANT);
  return {
    version: 1,
    operation: 'vault_forward',
    pathParameters: {},
    query: [],
    headers: headers.map(([name, value]) => ({ name, value, secret: secret.has(name.toLowerCase()) })),
    body,
  };
}

/** The part of a draft that is not in its request. */
export function formOfDraft({ authentications, headers, serviceHeaders }: VaultForwardDraft): DraftForm {
  const off = (field: 'headers' | 'serviceHeaders', rows: readonly DraftHeader[]): DraftForm['switchedOff'] =>
    rows
      .filter((row) => !isEmptyRow(row))
      .flatMap(({ name, value, secret, enabled }, place) =>
        enabled ? [] : [{ field, place, name, value, secret }],
      );
  return {
    authentications: authentications.filter(({ name }) => name !== ''),
    switchedOff: [...off('headers', headers), ...off('serviceHeaders', serviceHeaders)],
  };
}

/**
 * The draft for a request: `requestOfDraft` turns it into the same request again, unless the headers were in an
 * unusual order. What does not fit a field of the composer becomes a header for the service, where checks look at it.
 * @param form what the request does not contain, if known.
 */
export function draftOfRequest(request: RequestSpec, form: DraftForm | null): VaultForwardDraft {
  const left = [...request.headers];
  const take = (name: string): string => takeFirst(left, name)?.value ?? '';
  const destinationUrl = take(SERVICE_HEADERS.url);
  const method = take(SERVICE_HEADERS.method);
  const paymentMethods = listOf(take(SERVICE_HEADERS.paymentMethods));
  const names = new Map(form?.authentications.map(({ id, name }) => [id, name]));
  const authentications = listOf(take(SERVICE_HEADERS.authentications)).map((id) => ({
    id,
    name: names.get(id) ?? '',
  }));
  const headers = left.filter(({ name }) => isDownstream(name)).map(withoutPrefix);
  const draft: VaultForwardDraft = {
    version: 1,
    destinationUrl,
    method,
    paymentMethods,
    authentications,
    headers: toRows('headers', headers, form),
    serviceHeaders: [],
    body: request.body ?? '',
  };
  const declared = left.find(({ name }) => sameHeaderName(name, 'content-type'));
  if (declared?.value === contentTypeOf(draft)) takeFirst(left, 'content-type');
  const rest = left.filter(({ name }) => !isDownstream(name));
  return { ...draft, serviceHeaders: toRows('serviceHeaders', rest, form) };
}

function isEmptyRow({ name, value }: Pick<DraftHeader, 'name' | 'value'>): boolean {
  return name === '' && value === '';
}

function isDownstream(name: string): boolean {
  return name.toLowerCase().startsWith(SERVICE_HEADERS.downstreamPrefix);
}

function withoutPrefix(header: SpecHeader): SpecHeader {
  return { ...header, name: header.name.slice(SERVICE_HEADERS.downstreamPrefix.length) };
}

function takeFirst(headers: SpecHeader[], wanted: string): SpecHeader | undefined {
  const at = headers.findIndex(({ name }) => sameHeaderName(name, wanted));
  return at === -1 ? undefined : headers.splice(at, 1)[0];
}

function toRows(
  field: 'headers' | 'serviceHeaders',
  headers: readonly SpecHeader[],
  form: DraftForm | null,
): DraftHeader[] {
  const rows = headers.map((header) => ({ ...header, enabled: true }));
  for (const { place, name, value, secret } of form?.switchedOff.filter((row) => row.field === field) ?? []) {
    rows.splice(place, 0, { name, value, secret, enabled: false });
  }
  return rows.map((row, index) => ({ ...row, id: `${field}-${index}` }));
}

function listOf(value: string): string[] {
  return value === '' ? [] : value.split(',');
}
