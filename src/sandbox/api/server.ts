import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { OperationId } from '@contract';
import { operationDetails } from '@contract/operation-details';
import { requireScopes, type Grant, type TokenVerifier } from '../authentication/verifier';
import type { ServedDocuments } from '../documents/served-documents';
import { errorAnswer, RequestRefused } from '../errors/api-error';
import type { FaultControl } from '../faults/control';
import type { ConnectionClosed, FaultInjector } from '../faults/fault-injector';
import type { FaultPlan } from '../faults/plan';
import type { RequestLog } from '../log/request-log';
import type { Answer } from '../server/answer';
import { isFromWebPage, namesThisComputer } from '../server/origin';
import { respond, withId } from '../server/respond';
import { parameterReader, type ParameterValues } from './parameters';
import { readQuery } from './query';
import { operationIds, Router, type RouteMatch } from './router';

export interface Call {
  readonly request: IncomingMessage;
  readonly parameters: ParameterValues;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** A request on its way through the server. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  /** The faults to inject into this request; null for none. */
  plan: FaultPlan | null;
}

type Made = Answer | ConnectionClosed;

export interface ApiOptions {
  readonly verifier: TokenVerifier;
  readonly handlers: Readonly<Record<OperationId, Handler>>;
  readonly faults: FaultInjector;
  readonly control: FaultControl;
  readonly log: RequestLog;
  /** Answers requests that match no operation of the contract. */
  readonly documents: ServedDocuments;
}

/**
 * Every request goes through: host check -> injected faults -> route -> authentication -> parameters -> handler. Every
 * refusal is an error object of the specification. A request that matches no operation of the contract goes to the
 * served documents, if there are any.
 */
export class ApiServer {
  readonly #router = new Router();
  readonly #readers = new Map(operationIds.map((id) => [id, parameterReader(operationDetails[id])]));

  constructor(private readonly options: ApiOptions) {}

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange: Exchange = { request, response, id: randomUUID(), plan: null };
    this.options.log.request(request, response, exchange.id);
    let made: Made | Promise<Made>;
    try {
      made = this.#make(exchange);
    } catch (error) {
      made = this.#refusal(error, exchange.id);
    }
    // Only what is really asynchronous is awaited: awaiting a value that is already available costs as much as the
    // routing.
    if (made instanceof Promise) void this.#sendWhenMade(made, exchange);
    else this.#send(made, exchange);
  };

  #make(exchange: Exchange): Made | Promise<Made> {
    const { request } = exchange;
    const { faults, control } = this.options;
    checkOrigin(request);
    if (request.url === control.path) return control.answer(request);
    const plan = faults.planFor(request);
    if (plan === null) return this.#answer(request);
    exchange.plan = plan;
    return this.#answerByPlan(plan, exchange);
  }

  async #answerByPlan(plan: FaultPlan, { request, response }: Exchange): Promise<Made> {
    return (await this.options.faults.before(plan, response)) ?? this.#answer(request);
  }

  async #sendWhenMade(made: Promise<Made>, exchange: Exchange): Promise<void> {
    this.#send(await made.catch((error: unknown) => this.#refusal(error, exchange.id)), exchange);
  }

  /**
   * An answer that cannot be sent (an invalid header, say) is a bug of the sandbox. Once the answer has started, all
   * that can be done is to drop the connection.
   */
  #send(made: Made, { response, id, plan }: Exchange): void {
    if (made === 'closed') return;
    try {
      if (plan === null) respond(response, made, id);
      else this.options.faults.deliver(plan, response, withId(made, id));
    } catch (error) {
      const refusal = this.#refusal(error, id);
      if (response.headersSent) response.destroy();
      else respond(response, refusal, id);
    }
  }

  #answer(request: IncomingMessage): Answer | Promise<Answer> {
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = this.#find(request.method ?? '', path);
    if (match instanceof RequestRefused) return this.#byDocument(request, match);
    const query = mark < 0 ? '' : url.slice(mark);
    const granted = this.options.verifier.verify(request.headers.authorization);
    return granted instanceof Promise
      ? granted.then((grant) => this.#carryOut(match, grant, query, request))
      : this.#carryOut(match, granted, query, request);
  }

  #carryOut(
    match: RouteMatch,
    grant: Grant,
    query: string,
    request: IncomingMessage,
  ): Answer | Promise<Answer> {
    requireScopes(grant, match.operation.requiredScopes);
    const parameters = this.#readParameters(match, query, request);
    return this.options.handlers[match.id]({ request, parameters });
  }

  #find(method: string, path: string): RouteMatch | RequestRefused {
    try {
      return this.#router.find(method, path);
    } catch (error) {
      if (error instanceof RequestRefused) return error;
      throw error;
    }
  }

  /** Throws the original refusal if no document has the operation either. */
  async #byDocument(request: IncomingMessage, refused: RequestRefused): Promise<Answer> {
    const { documents, verifier } = this.options;
    if (documents.isEmpty) throw refused;
    let noAccess: RequestRefused | null = null;
    try {
      await verifier.verify(request.headers.authorization);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      noAccess = error;
    }
    const answer = await documents.answer(request, noAccess);
    if (answer === null) throw refused;
    return answer;
  }

  #readParameters({ id, path }: RouteMatch, query: string, request: IncomingMessage): ParameterValues {
    const read = this.#readers.get(id);
    if (!read) throw new Error(`No parameters are known for ${id}.`);
    return read({ path, query: readQuery(query), request });
  }

  #refusal(error: unknown, requestId: string): Answer {
    if (error instanceof RequestRefused) return error.answer;
    this.options.log.failure(error, requestId);
    return errorAnswer(500);
  }
}

/** The sandbox answers only programs on this computer; a host name rebound to 127.0.0.1 is refused. */
function checkOrigin(request: IncomingMessage): void {
  if (!namesThisComputer(request)) {
    throw new RequestRefused(403, {
      message: 'The sandbox answers only to the host names 127.0.0.1 and localhost.',
    });
  }
  if (isFromWebPage(request)) {
    throw new RequestRefused(403, {
      message: 'The sandbox answers programs, not web pages: the request has an Origin.',
    });
  }
}
