import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { badRequest, detail, errorAnswer } from '../errors/api-error';
import { SeededRandom } from '../seed/mix';
import type { Answer } from '../server/answer';
import { pause } from '../server/pause';
import { respond } from '../server/respond';
import { NO_FAULTS, parsePlanText, type FaultPlan } from './plan';
import { applyFaultPlan } from './apply-fault-plan';

export const FAULT_HEADER = 'x-sandbox-fault';

const failures = [500, 502, 504, 'reset'] as const;

/** No answer was sent, and the connection is closed. */
export type ConnectionClosed = 'closed';

/** Makes things go wrong on purpose: by a standing plan, and by the plan in a request's own header, which takes precedence. */
export class FaultInjector {
  #standing: FaultPlan = NO_FAULTS;
  #limit: TokenBucket | null = null;
  readonly #random: SeededRandom;

  constructor(
    seed: number,
    private readonly now: () => number,
  ) {
    this.#random = new SeededRandom(seed);
  }

  get standing(): FaultPlan {
    return this.#standing;
  }

  /** Replaces the standing plan; its rate limit starts again with a full second's worth of requests. */
  set standing(plan: FaultPlan) {
    this.#standing = plan;
    this.#limit = null;
  }

  /** The plan for one request; null if nothing is to go wrong. Throws 400 for a header that cannot be read. */
  planFor(request: IncomingMessage): FaultPlan | null {
    const header = request.headers[FAULT_HEADER];
    const standing = this.#standing === NO_FAULTS ? null : this.#useStanding();
    if (header === undefined) return standing;
    const read = parsePlanText(String(header));
    if ('plan' in read) return { ...standing, ...read.plan };
    throw badRequest(
      ...read.problems.map(({ name, message }) =>
        detail('header', [FAULT_HEADER, ...(name === '' ? [] : [name])], message),
      ),
    );
  }

  /** Applies the faults that happen before a request is carried out; null if it continues as usual. */
  async before(plan: FaultPlan, response: ServerResponse): Promise<Answer | ConnectionClosed | null> {
    const wait = plan.rate === undefined ? null : this.#takeTurn(plan.rate);
    if (wait !== null) return errorAnswer(429, { headers: { 'retry-after': String(wait) } });
    const ms = (plan.latency ?? 0) + (plan.jitter ?? 0) * this.#random.next();
    if (ms > 0) await pause(ms, response);
    if (response.destroyed) return 'closed';
    if (plan.error !== undefined) return errorAnswer(plan.error);
    if (plan.fail === undefined || this.#random.next() * 100 >= plan.fail) return null;
    const failure = failures[Math.floor(this.#random.next() * failures.length)] ?? 500;
    if (failure !== 'reset') return errorAnswer(failure);
    response.socket?.resetAndDestroy();
    return 'closed';
  }

  /** Sends the answer as changed by the plan. */
  deliver(plan: FaultPlan, response: ServerResponse, answer: Answer): void {
    const faulty = applyFaultPlan(answer, plan);
    const { body } = faulty;
    // The stream of an answer that has been replaced by another is never read.
    if (body !== answer.body && (plan.status ?? plan.gzip) !== undefined) discard(answer);
    if (plan.reset === undefined) respond(response, faulty);
    else if (plan.reset === 'middle' && body !== null) resetMidway(response, faulty, body);
    else {
      discard(faulty);
      response.socket?.resetAndDestroy();
    }
  }

  #useStanding(): FaultPlan {
    const plan = this.#standing;
    if (plan.times !== undefined)
      this.#standing = plan.times > 1 ? { ...plan, times: plan.times - 1 } : NO_FAULTS;
    return plan;
  }

  #takeTurn(perSecond: number): number | null {
    if (this.#limit?.perSecond !== perSecond) this.#limit = new TokenBucket(perSecond, this.now());
    return this.#limit.take(this.now());
  }
}

function discard({ body }: Answer): void {
  if (body !== null && !Buffer.isBuffer(body)) body.destroy();
}

/** Time for the first half to arrive before the reset, in ms. */
const BEFORE_RESET_MS = 30;

/** Sends the head and half of the body (for a stream, half of its first part), then resets the connection. */
function resetMidway(response: ServerResponse, { status, headers }: Answer, body: Buffer | Readable): void {
  const reset = (): void => void setTimeout(() => response.socket?.resetAndDestroy(), BEFORE_RESET_MS);
  response.writeHead(status, headers);
  if (Buffer.isBuffer(body)) response.write(body.subarray(0, Math.floor(body.length / 2)), reset);
  else {
    body.once('data', (chunk: Buffer) => {
      body.pause();
      response.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => {
        reset();
        body.destroy();
      });
    });
    body.once('error', () => response.destroy());
  }
}

/** A token bucket for rate limiting: holds one second's worth of tokens (at least one) and starts full. */
export class TokenBucket {
  #tokens: number;
  #last: number;

  /** Lets `perSecond` requests pass; `now` in ms. */
  constructor(
    readonly perSecond: number,
    now: number,
  ) {
    this.#tokens = Math.max(1, perSecond);
    this.#last = now;
  }

  /** Null if the request may pass, otherwise how many whole seconds to wait. */
  take(now: number): number | null {
    const gained = (Math.max(0, now - this.#last) / 1000) * this.perSecond;
    this.#tokens = Math.min(Math.max(1, this.perSecond), this.#tokens + gained);
    this.#last = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return null;
    }
    return Math.max(1, Math.ceil((1 - this.#tokens) / this.perSecond));
  }
}
