import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { ErrorDetail } from '@contract';
import { operationDetails } from '@contract/operation-details';
import { isConnectionHeader } from '@shared/vault-forward/header-checks';
import type { Call } from '../api/server';
import type { DownstreamAuthentication } from '../downstream-authentication/downstream-authentication';
import type { DownstreamRequest, Headers } from '../downstream-authentication/downstream-request';
import { badRequest, detail, RequestRefused } from '../errors/api-error';
import type { Answer } from '../server/answer';
import { readBody } from '../server/read-body';
import { fillBody } from './body';
import { callDestination } from './call';
import { loopbackAddresses } from './destination-address';
import { readOrder } from './read-request';

export interface ForwardOptions {
  readonly authentication: DownstreamAuthentication;
  readonly maxBodyBytes: number;
  /** The time-out for requests that do not set their own, in ms. */
  readonly timeoutMs: number;
  /** PEM of the authority by which destinations are trusted; called if a destination speaks TLS. */
  readonly authority: () => Promise<string>;
}

/** Answers POST /vault-forward: checks everything, fills in the cards, and calls the destination once. */
export class Forwarder {
  constructor(private readonly options: ForwardOptions) {}

  async forward({ request, parameters }: Call): Promise<Answer> {
    const { authentication, maxBodyBytes, timeoutMs, authority } = this.options;
    const order = readOrder(request, parameters, authentication.methods);
    const filled = fillBody(await readBody(request, maxBodyBytes), order.cards);
    const problems = [
      ...order.problems,
      ...contentTypeProblems(request),
      ...('problems' in filled ? filled.problems : []),
    ];
    if (problems.length > 0 || 'problems' in filled) throw badRequest(...problems);
    // Only for a request that is otherwise valid: 422 has no body, so it could not say what else is wrong.
    if (order.cards.includes(null)) throw new RequestRefused(422);
    const addresses = await loopbackAddresses(order.url);
    let downstream: DownstreamRequest = {
      method: order.method,
      url: order.url,
      headers: withContentType(order.headers, request, filled.body),
      body: filled.body,
      client: null,
    };
    for (const apply of order.methods) downstream = await apply(downstream);
    const options = {
      timeoutMs: order.timeoutMs ?? timeoutMs,
      authority: order.url.protocol === 'https:' ? await authority() : null,
      caller: request.socket,
    };
    return answerOf(await callDestination(downstream, addresses, options), downstream.method);
  }
}

/** Passes the body's content type on, unless the caller sets another one for the destination. */
function withContentType(headers: Headers, { headers: own }: IncomingMessage, body: Buffer): Headers {
  if (body.length === 0 || headers.some(([name]) => name.toLowerCase() === 'content-type')) return headers;
  return [...headers, ['Content-Type', own['content-type'] ?? 'application/json']];
}

/** A body without a content type counts as JSON. */
function contentTypeProblems({ headers }: IncomingMessage): ErrorDetail[] {
  const given = headers['content-type'];
  const known = operationDetails.vault_forward.requestBody?.contentTypes ?? [];
  const type = given?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || known.includes(type) || /^application\/[\w.+-]+\+json$/.test(type)) return [];
  return [detail('header', ['content-type'], `The body's type must be ${known.join(' or ')}.`)];
}

/**
 * Headers that are not passed on, besides those of a connection: they would apply to this server's address (cookies,
 * permissions for web pages) instead of the destination's.
 */
const WITHHELD_HEADERS =
  /^(?:set-cookie2?|strict-transport-security|alt-svc|clear-site-data|access-control-.*|x-request-id)$/;

/**
 * The destination's answer as it goes back to the caller: status, body and the headers that are safe. `method` is the
 * method of the forwarded request: the answer to a HEAD announces a body that does not follow.
 */
function answerOf(response: IncomingMessage, method: string): Answer {
  const headers: OutgoingHttpHeaders = {};
  const withheldLength = method === 'HEAD' ? 'content-length' : '';
  response.rawHeaders.forEach((name, index) => {
    const lower = name.toLowerCase();
    if (index % 2 === 1 || lower === withheldLength || WITHHELD_HEADERS.test(lower)) return;
    if (isConnectionHeader(lower) && lower !== 'content-length') return;
    const known = headers[lower];
    const value = response.rawHeaders[index + 1] ?? '';
    headers[lower] = known === undefined ? value : [known, value].flat().map(String);
  });
  return { status: response.statusCode ?? 502, headers, body: response };
}
