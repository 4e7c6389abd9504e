import type { OperationId } from '../../contract';
import { operations } from '../../contract';
import type { HeaderList } from '../../shared/exchange';
import { ProblemError } from '../../shared/problem';
import type { Profile, ProfileStamp } from '../../shared/profile';
import { serviceCallHeaders } from '../../shared/wire-headers';

/** An operation as a capability asks for it; profile, token and merchant header are added by the client. */
export interface ApiRequest {
  readonly operation: OperationId;
  /** Values of the path's parameters by name. */
  readonly pathParameters?: Readonly<Record<string, string>>;
  /** In this order on the wire. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly headers?: HeaderList;
  readonly body?: Uint8Array | null;
  /** Names of headers that a person marked as secret, besides those whose names say so. */
  readonly secretHeaders?: readonly string[];
}

export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array | null;
}

/**
 * The request for a profile: its base URL with the operation's path, the bearer token, the merchant header, then the
 * request's own headers. Source: specification, Endpoints and Authentication 1 and 4.
 */
export function buildRequest(profile: Profile, token: string, request: ApiRequest): BuiltRequest {
  const { method, path } = operations[request.operation];
  const url = new URL(baseUrlOf(profile) + fillPath(path, request.pathParameters ?? {}));
  if (request.query && request.query.length > 0) {
    url.search = request.query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
  }
  return {
    method,
    url: url.href,
    headers: serviceCallHeaders(profile, token, request.headers ?? []),
    body: request.body ?? null,
  };
}

/** The profile's base URL; a profile without one cannot be asked. */
export function baseUrlOf(profile: Profile): string {
  if (profile.baseUrl !== null) return profile.baseUrl;
  const local = profile.environment === 'local';
  throw new ProblemError({
    code: 'no-base-url',
    title: local ? 'The Local sandbox is not running' : `${profile.name} has no base URL yet`,
    meaning: local
      ? 'The built-in server is still starting, or it could not start. Nothing was sent.'
      : 'The app does not know where to send the request. Nothing was sent.',
    nextStep: local
      ? 'Try again in a moment; if it stays, restart the app.'
      : 'Enter the base URL in the profile.',
    detail: null,
  });
}

export function stampOf(profile: Profile): ProfileStamp {
  const { id, name, environment, merchantAccountId, merchantHeader } = profile;
  return { id, name, environment, baseUrl: baseUrlOf(profile), merchantAccountId, merchantHeader };
}

function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{([^}]+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
