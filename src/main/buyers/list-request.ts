import type { BuyersQuery } from '../../shared/bridge/buyers';
import type { ApiRequest } from '../api/api-request';

/** The request for a page: cursor and limit as the specification names them, then the free parameters in their order. */
export function listRequest({ cursor, limit, parameters }: BuyersQuery): ApiRequest {
  const query: (readonly [string, string])[] = [];
  if (cursor !== null) query.push(['cursor', cursor]);
  if (limit !== null) query.push(['limit', String(limit)]);
  return { operation: 'list_buyers', query: [...query, ...parameters] };
}
