import type { Credentials } from '../certificates/authority';

/** Header names as written, in their original order. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** The request that Vault Forward is about to send to the destination. */
export interface DownstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Presented when the destination asks for a client certificate. */
  readonly client: Credentials | null;
}

/** Changes a request as one authentication method does before it is sent. */
export type AuthenticationMethod = (
  request: DownstreamRequest,
) => Promise<DownstreamRequest> | DownstreamRequest;

/** Sets headers; existing headers of the same name, in any case, are replaced. */
export function withHeaders(request: DownstreamRequest, added: Headers): DownstreamRequest {
  const replaced = new Set(added.map(([name]) => name.toLowerCase()));
  const kept = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()));
  return { ...request, headers: [...kept, ...added] };
}

/** The target as it appears in the request line. */
export function targetOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}
