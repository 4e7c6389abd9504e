import type { IncomingMessage } from 'node:http';
import { operations } from '@contract';
import type { ErrorDetail } from '@contract';
import type { Call } from '../api/server';
import type { DownstreamAuthentication } from '../downstream-authentication/downstream-authentication';
import type { DownstreamRequest, Headers } from '../downstream-authentication/downstream-request';
import { badRequest, detail, RequestRefused } from '../errors/api-error';
import type { Answer } from '../server/answer';
import { readBody } from '../server/read-body';
import { fillBody } from './body';
import { callDestination } from './call';
import { loopbackAddresses } from './destination-address';
import { answerOf } from './downstream-answer';
import { readOrder } from './read-request';

export interface ForwardOptions {
  readonly authentication: DownstreamAuthentication;
  readonly maxBodyBytes: number;
  /** For a request that names no time-out of its own, in ms. */
  readonly timeoutMs: number;
  /** PEM of the authority that destinations are trusted by. */
  readonly authority: string;
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
    // Only of a request that is valid otherwise: 422 has no body, and could not say what else is wrong.
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
    const options = { timeoutMs: order.timeoutMs ?? timeoutMs, authority, caller: request.socket };
    return answerOf(await callDestination(downstream, addresses, options), downstream.method);
  }
}

/** The body's type goes along, unless the caller sets another for the destination. */
function withContentType(headers: Headers, { headers: own }: IncomingMessage, body: Buffer): Headers {
  if (body.length === 0 || headers.some(([name]) => name.toLowerCase() === 'content-type')) return headers;
  return [...headers, ['Content-Type', own['content-type'] ?? 'application/json']];
}

/** A body without a type is taken for JSON. */
function contentTypeProblems({ headers }: IncomingMessage): ErrorDetail[] {
  const given = headers['content-type'];
  const known = operations.vault_forward.requestBody?.contentTypes ?? [];
  const type = given?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === undefined || known.includes(type) || /^application\/[\w.+-]+\+json$/.test(type)) return [];
  return [detail('header', ['content-type'], `The body's type must be ${known.join(' or ')}.`)];
}
