import { operations } from '@contract';
import { keyOfOperation } from '@shared/documents/key-of-operation';
import type { OperationDetails, ParameterDetails } from '@shared/documents/operation-details';
import type { QueryPair, RequestSpec } from '@shared/requests/request-spec';
import { sameHeaderName } from '@shared/http/http-fields';
import {
  FREE_REQUEST,
  isContractOperation,
  placesOf,
  renamedPlaces,
  sentPath,
  type OperationKey,
  type RequestTarget,
} from '@shared/requests/operation-key';
import {
  EMPTY_REQUEST_DRAFT,
  type AskedOperation,
  requestOfRows,
  splitTypedPath,
  type ParameterRow,
  type RequestDraft,
} from '@shared/requests/request-draft';
import { escapeVariables } from '@shared/requests/variables';
import { isRowRequired, rowNamesOf, schemaOfRow } from './row-schemas';

/** The key of an operation's requests, or of the free request if there are no details. */
export function keyOf(details: OperationDetails | null): OperationKey {
  return details === null ? FREE_REQUEST : keyOfOperation(details.document, details);
}

/** @param own method and path of the draft, for a request that is described nowhere. */
export function askedOf(
  key: OperationKey,
  details: OperationDetails | null,
  own: RequestTarget,
): AskedOperation {
  if (isContractOperation(key)) return { operation: key };
  // Not `own` itself: a draft has more than the two, and its body would be passed on twice.
  const { method, path } = details ?? own;
  return { operation: key, target: { method, path: details === null ? path : sentPath(path) } };
}

/** The request that a draft stands for. A request of the contract uses the contract's names for its path's parameters. */
export function specOf(
  key: OperationKey,
  details: OperationDetails | null,
  draft: RequestDraft,
): RequestSpec {
  const asked = askedOf(key, details, draft);
  const pathParameters =
    asked.target === undefined
      ? renamedPlaces(draft.pathParameters, draft.path, operations[asked.operation].path)
      : draft.pathParameters;
  return requestOfRows({ ...draft, pathParameters }, asked);
}

/** The query that a document writes in a path, without places for parameters, which have rows of their own. */
function queryIn(path: string): readonly QueryPair[] {
  return splitTypedPath(path, null).query.filter(([, value]) => placesOf(value ?? '').length === 0);
}

/** The first draft of an operation: a row for each parameter, with those required switched on. */
export function beginningOf(
  details: OperationDetails | null,
  merchantHeader: string,
  newId: () => string,
): RequestDraft {
  if (details === null) return EMPTY_REQUEST_DRAFT;
  const rows = (place: ParameterDetails['place']) =>
    details.parameters
      .filter((parameter) => parameter.place === place && isSetByPerson(parameter, merchantHeader))
      .flatMap((parameter) =>
        rowNamesOf(parameter).map((name) => {
          const enabled = isRowRequired(parameter, name);
          const usual = enabled ? schemaOfRow(parameter, name).defaultValue?.value : undefined;
          return { id: newId(), name, value: defaultText(usual), enabled };
        }),
      );
  const { path } = splitTypedPath(details.path, null);
  const inPath = queryIn(details.path);
  const contentType = details.body?.contents[0]?.mediaType;
  const contentHeader = { id: newId(), name: 'content-type', value: contentType ?? '', enabled: true };
  return {
    ...EMPTY_REQUEST_DRAFT,
    method: details.method,
    path,
    query: [
      ...inPath.map(([name, value]) => ({ id: newId(), name, value, enabled: true })),
      ...rows('query').filter((row) => !inPath.some(([name]) => name === row.name)),
    ],
    headers: [...(contentType === undefined ? [] : [contentHeader]), ...rows('header')].map((row) => ({
      ...row,
      secret: false,
    })),
  };
}

/**
 * A draft adjusted to its operation: everything entered stays, even if it is no longer described; every described parameter
 * has a row, switched off if it is new. A path parameter that was renamed keeps its value.
 */
export function suitedTo(
  details: OperationDetails | null,
  draft: RequestDraft,
  merchantHeader: string,
  newId: () => string,
): RequestDraft {
  if (details === null) return draft;
  const described = beginningOf(details, merchantHeader, newId);
  // Drafts of earlier versions of the app have it in the path, as documents write it, where it could not be sent.
  const fromPath = new Set(queryIn(draft.path).map(([name]) => name));
  const suit = <Row extends ParameterRow>(place: 'query' | 'header', rows: readonly Row[], wanted: Row[]) => [
    ...rows.filter(
      ({ name, value, enabled }) =>
        enabled || value !== '' || wanted.some((one) => isRowOf(place, name, one.name)),
    ),
    ...wanted
      .filter(({ name }) => name !== 'content-type' && !rows.some((row) => isRowOf(place, row.name, name)))
      .map((row) => ({ ...row, enabled: false })),
  ];
  return {
    ...draft,
    method: details.method,
    path: described.path,
    pathParameters: renamedPlaces(draft.pathParameters, draft.path, described.path),
    query: suit(
      'query',
      draft.query.filter(({ name, enabled }) => enabled || !fromPath.has(name)),
      [...described.query],
    ).map((row) => (fromPath.has(row.name) ? { ...row, enabled: true } : row)),
    headers: suit('header', draft.headers, [...described.headers]),
  };
}

/** Whether a row belongs to a parameter: a list or an object may have several rows, such as `state[]`. */
export function isRowOf(place: 'query' | 'header', row: string, parameter: string): boolean {
  return place === 'query'
    ? row === parameter || row.startsWith(`${parameter}[`)
    : sameHeaderName(row, parameter);
}

/** False for headers that have another source: the credential, the merchant account, the content type and `accept`. */
function isSetByPerson({ place, name }: ParameterDetails, merchantHeader: string): boolean {
  if (place !== 'header') return true;
  return !['authorization', 'content-type', 'accept', merchantHeader].some((taken) =>
    sameHeaderName(taken, name),
  );
}

function defaultText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return escapeVariables(typeof value === 'string' ? value : JSON.stringify(value));
}
