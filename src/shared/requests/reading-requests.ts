import type { BuyersQuery } from '../bridge/buyers';
import type { RequestSpec } from './request-spec';

const EMPTY_REQUEST = { version: 1, pathParameters: {}, query: [], headers: [], body: null } as const;

/** GET /checkout/sessions/{session_id} (specification: Endpoints). */
export function sessionRequest(sessionId: string): RequestSpec {
  return { ...EMPTY_REQUEST, operation: 'get_checkout_session', pathParameters: { session_id: sessionId } };
}

/** GET /buyers: cursor and limit as named by the specification, then the free parameters in order. */
export function buyersRequest({ cursor, limit, parameters }: BuyersQuery): RequestSpec {
  const query: (readonly [string, string])[] = [];
  if (cursor !== null) query.push(['cursor', cursor]);
  if (limit !== null) query.push(['limit', String(limit)]);
  return { ...EMPTY_REQUEST, operation: 'list_buyers', query: [...query, ...parameters] };
}

/** The reverse of `buyersRequest`. A limit that is not a whole number stays a free parameter. */
export function buyersQueryOf({ query }: RequestSpec): BuyersQuery {
  const cursor = query.find(([name, value]) => name === 'cursor' && value !== '')?.[1] ?? null;
  const limit =
    query.find(([name, value]) => name === 'limit' && /^-?\d{1,15}$/.test(value ?? ''))?.[1] ?? null;
  const parameters = query.map(([name, value]) => [name, value ?? ''] as const);
  removeParameter(parameters, 'cursor', cursor);
  removeParameter(parameters, 'limit', limit);
  return { cursor, limit: limit === null ? null : Number(limit), parameters };
}

function removeParameter(
  parameters: (readonly [string, string])[],
  name: string,
  value: string | null,
): void {
  const at = parameters.findIndex((parameter) => parameter[0] === name && parameter[1] === value);
  if (at !== -1) parameters.splice(at, 1);
}
