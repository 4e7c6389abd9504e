import type { HeaderList } from './exchange';
import type { Profile } from '../profiles/profile';

/**
 * The headers of a call to the service: the bearer token, the merchant header, then the operation's own (specification:
 * Authentication 1 and 4).
 */
export function serviceCallHeaders(
  profile: Pick<Profile, 'merchantHeader' | 'merchantAccountId'>,
  token: string,
  own: HeaderList,
): HeaderList {
  const merchant: HeaderList =
    profile.merchantAccountId === null ? [] : [[profile.merchantHeader, profile.merchantAccountId]];
  return [['authorization', `Bearer ${token}`], ...merchant, ...own];
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A request that still lacks some of the headers it will be sent with. */
export interface IncompleteRequest {
  readonly method: string;
  /** Host and port, as in a URL. */
  readonly host: string;
  readonly headers: HeaderList;
  /** Null for no body. */
  readonly bodyBytes: number | null;
}

/**
 * The headers as they are sent: host first; then the caller's; then accept, accept-encoding, user-agent and
 * content-length if the caller gave none.
 * @param version of the app, for `user-agent`.
 */
export function wireHeaders(request: IncompleteRequest, version: string): HeaderList {
  const given = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const defaults: HeaderList = [
    ['accept', '*/*'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', `payments-api-explorer/${version}`],
    ...contentLength(request),
  ];
  return [
    ...(given.has('host') ? [] : [['host', request.host] as const]),
    ...request.headers,
    ...defaults.filter(([name]) => !given.has(name)),
  ];
}

function contentLength({ method, bodyBytes }: IncompleteRequest): HeaderList {
  if (bodyBytes === null && !METHODS_WITH_BODY.has(method)) return [];
  return [['content-length', String(bodyBytes ?? 0)]];
}
