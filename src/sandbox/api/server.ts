import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../contract';
import { requireScopes } from '../authentication/verifier';
import type { TokenVerifier } from '../authentication/verifier';
import { errorAnswer, RequestRefused } from '../errors/api-error';
import type { RequestLog } from '../log/request-log';
import type { Answer } from '../server/answer';
import { isFromWebPage, namesThisComputer } from '../server/origin';
import type { ParameterValues } from './parameters';
import { parameterReader } from './parameters';
import { respond } from '../server/respond';
import type { RouteMatch } from './router';
import { operationIds, Router } from './router';
import { operations } from '../../contract';

export interface Call {
  readonly request: IncomingMessage;
  readonly parameters: ParameterValues;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

export interface ApiOptions {
  readonly verifier: TokenVerifier;
  /** One for each operation of the contract. */
  readonly handlers: Readonly<Record<OperationId, Handler>>;
  readonly log: RequestLog;
}

/**
 * The way of each request: host -> route -> authentication -> parameters -> handler. Every refusal is an error object of
 * the specification.
 */
export class ApiServer {
  readonly #router = new Router();
  readonly #readers = new Map(operationIds.map((id) => [id, parameterReader(operations[id])]));

  constructor(private readonly options: ApiOptions) {}

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    const requestId = randomUUID();
    response.setHeader('x-request-id', requestId);
    this.options.log.request(request, response, requestId);
    this.#answer(request)
      .catch((error: unknown) => this.#refusal(error, requestId))
      .then((answer) => respond(response, answer))
      .catch(() => response.destroy());
  };

  async #answer(request: IncomingMessage): Promise<Answer> {
    checkOrigin(request);
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = this.#router.find(request.method ?? '', path);
    const granted = this.options.verifier.verify(request.headers.authorization);
    requireScopes(granted instanceof Promise ? await granted : granted, match.operation.requiredScopes);
    const parameters = this.#readParameters(match, mark < 0 ? '' : url.slice(mark), request);
    return this.options.handlers[match.id]({ request, parameters });
  }

  #readParameters({ id, path }: RouteMatch, query: string, request: IncomingMessage): ParameterValues {
    const read = this.#readers.get(id);
    if (!read) throw new Error(`No parameters are known for ${id}.`);
    return read({ path, query: new URLSearchParams(query), request });
  }

  #refusal(error: unknown, requestId: string): Answer {
    if (error instanceof RequestRefused) return error.answer;
    this.options.log.failure(error, requestId);
    return errorAnswer(500);
  }
}

/** The sandbox answers programs on this computer and nothing else; a name that was rebound to 127.0.0.1 is no way in. */
function checkOrigin(request: IncomingMessage): void {
  if (!namesThisComputer(request)) {
    throw new RequestRefused(403, {
      message: 'The sandbox answers only to 127.0.0.1 and localhost as its host.',
    });
  }
  if (isFromWebPage(request)) {
    throw new RequestRefused(403, {
      message: 'The sandbox answers programs, not web pages: the request has an Origin.',
    });
  }
}
