import { z } from 'zod';
import { draftHeaderSchema } from '../vault-forward/draft-schema';
import type { OwnOperation, RequestTarget } from './operation-key';
import type { OperationId } from '@contract';
import type { QueryPair, RequestSpec } from './request-spec';
import { escapeVariables } from './variables';

const parameterRow = z
  .object({
    /** Identifies the row; stays the same while the person types. */
    id: z.string().max(100),
    name: z.string().max(10_000),
    /** Null for a name that is sent alone, with no `=`. */
    value: z.string().max(1_000_000).nullable(),
    enabled: z.boolean(),
  })
  .readonly();

/** A request of any operation as the person composes it: kept as typed, right or wrong. */
export const requestDraftSchema = z
  .object({
    /** Version of this schema, for stored drafts. */
    version: z.literal(1),
    /** For a free request, as typed; empty for an operation that is described. */
    method: z.string().max(100),
    path: z.string().max(10_000),
    /** By the names of the path's parameters. */
    pathParameters: z.record(z.string(), z.string().max(1_000_000)).readonly(),
    query: z.array(parameterRow).max(1_000).readonly(),
    headers: z.array(draftHeaderSchema).max(1_000).readonly(),
    /** The text of the editor; empty for no body. */
    body: z.string(),
  })
  .readonly();

export type ParameterRow = z.infer<typeof parameterRow>;
export type RequestDraft = z.infer<typeof requestDraftSchema>;

export const EMPTY_REQUEST_DRAFT: RequestDraft = {
  version: 1,
  method: 'GET',
  path: '',
  pathParameters: {},
  query: [],
  headers: [],
  body: '',
};

/** The operation that a draft makes a request for. */
export type AskedOperation =
  | { readonly operation: OperationId; readonly target?: undefined }
  | { readonly operation: OwnOperation; readonly target: RequestTarget };

/**
 * Makes the request from a draft. Rows that are switched off or have no name are left out; an empty body becomes
 * null.
 */
export function requestOfRows(draft: RequestDraft, asked: AskedOperation): RequestSpec {
  return {
    version: 1,
    ...asked,
    pathParameters: draft.pathParameters,
    query: draft.query
      .filter(({ enabled, name }) => enabled && name !== '')
      .map(({ name, value }): QueryPair => [name, value]),
    headers: draft.headers
      .filter(({ enabled, name, value }) => enabled && (name !== '' || value !== ''))
      .map(({ name, value, secret }) => ({ name, value, secret })),
    body: draft.body === '' ? null : draft.body,
  };
}

/** Makes the draft from a request that was sent or saved. */
export function rowsOfRequest(request: RequestSpec, newId: () => string): RequestDraft {
  const { target, pathParameters, query, headers, body } = request;
  return {
    version: 1,
    method: target?.method ?? '',
    path: target?.path ?? '',
    pathParameters,
    query: query.map(([name, value]) => ({ id: newId(), name, value, enabled: true })),
    headers: headers.map((header) => ({ id: newId(), ...header, enabled: true })),
    body: body ?? '',
  };
}

/** The parts of a path that was typed or pasted. */
export interface SplitPath {
  readonly path: string;
  readonly query: readonly QueryPair[];
  /** A whole address was given: its query is the whole query. */
  readonly isAddress: boolean;
  /** The host of an address that is not below the base URL: requests only go to the profile's service. */
  readonly leftOut: string | null;
}

/**
 * Splits a typed or pasted path: a query becomes rows; the base URL, or the host of another address, is dropped. Text
 * that was encoded stays text: it is escaped so that it cannot become a variable.
 */
export function splitTypedPath(typed: string, baseUrl: string | null): SplitPath {
  const [before = '', ...rest] = typed.trim().replace(/#.*$/su, '').split('?');
  const search = rest.join('?');
  const isAddress = /^https?:\/\//iu.test(before);
  const isBelowBase = baseUrl !== null && (before === baseUrl || before.startsWith(`${baseUrl}/`));
  const bare = isBelowBase ? before.slice(baseUrl.length) : before.replace(/^https?:\/\/[^/]*/iu, '');
  return {
    path: bare === '' || bare.startsWith('/') ? bare : `/${bare}`,
    query:
      search === ''
        ? []
        : search
            .split('&')
            .filter((part) => part !== '')
            .map(readPair),
    isAddress,
    leftOut: isAddress && !isBelowBase ? hostOf(before) : null,
  };
}

function hostOf(address: string): string | null {
  return /^https?:\/\/(?:[^/@]*@)?([^/]*)/iu.exec(address)?.[1] ?? null;
}

function readPair(part: string): QueryPair {
  const [name = '', ...value] = part.split('=');
  return [decoded(name), value.length === 0 ? null : decoded(value.join('='))];
}

/** Wrongly encoded text stays as typed. */
function decoded(text: string): string {
  try {
    const read = decodeURIComponent(text.replace(/\+/g, ' '));
    return text.includes('${') ? read : escapeVariables(read);
  } catch {
    return text;
  }
}
