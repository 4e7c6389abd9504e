import { randomUUID } from 'node:crypto';
import type { Body, Exchange, ReceivedResponse, Retry, SentRequest } from '../../shared/exchange';
import { isSafe } from '../../shared/http-fields';
import { assertNever, ProblemError } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import type { BodyStore } from '../bodies';
import { waitFor } from '../calls/wait';
import { maskerFor, secretsOf, type Masker } from '../secrets/masker';
import type { Transport, TransportResult } from '../transport';
import { buildRequest, stampOf, type ApiRequest, type BuiltRequest } from './api-request';
import type { ExchangeJournal } from './exchange-journal';
import { checkResponseBody } from './check-response-body';
import { decideRetry } from './retry-policy';

export interface ApiClientServices {
  readonly transport: Transport;
  readonly bodies: BodyStore;
  /** The bearer token of a profile; throws a `ProblemError` when there is none. */
  readonly bearerFor: (profileId: string) => Promise<string>;
  /** Keeps every exchange. */
  readonly journal: ExchangeJournal;
  /** Told of every answer, for the comparison of the clocks. */
  readonly noteAnswer: (profileId: string, result: TransportResult) => void;
  /** Tells the renderer that a call waits, and why; null when it is under way again. */
  readonly tellProgress: (callId: string, note: string | null) => void;
}

/** What an exchange is, whatever becomes of it. */
type ExchangeAbout = Pick<Exchange, 'id' | 'operation' | 'profile'>;

const NO_TIMINGS: Exchange['timings'] = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
  totalMs: 0,
};

export interface ApiCall {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** True: the caller decides about further tries itself. */
  readonly once?: boolean;
  /** Id of the exchange of which this is a replay. */
  readonly replayOf?: string;
  /** Whether the journal keeps the exchange; it keeps every one unless given. For reading in bulk only. */
  readonly isWorthKeeping?: (exchange: Exchange) => boolean;
}

/** Makes authenticated calls: an operation of the contract in, an Exchange out. */
export class ApiClient {
  constructor(private readonly services: ApiClientServices) {}

  /**
   * Sends an operation on a profile. GETs are tried again as `decideRetry` says, visibly; anything else is sent once.
   * Rejects with a `ProblemError` only when nothing could be sent at all (no base URL, no token).
   */
  async call(profile: Profile, request: ApiRequest, call: ApiCall): Promise<Exchange> {
    const { bearerFor, tellProgress, noteAnswer, journal } = this.services;
    const about = { id: randomUUID(), operation: request.operation, profile: stampOf(profile) };
    const retries: Retry[] = [];
    for (;;) {
      const token = await bearerFor(profile.id);
      refuseCancelled(call.signal);
      const built = buildRequest(profile, token, request);
      // Noted before it goes out: whatever becomes of the app then, it is known that it may have had its effect.
      if (!isSafe(built.method)) {
        await journal.note(this.unanswered(about, built, token, request), request, call.replayOf ?? null);
      }
      const result = await this.send(profile, built, call.signal);
      noteAnswer(profile.id, result);
      const decision = decideRetry(
        built.method,
        retries.length + 1,
        result.outcome,
        result.response,
        Date.now(),
      );
      if (decision === null || call.once || call.signal.aborted) {
        const exchange = await this.toExchange(about, built, token, request, result, retries);
        if (call.isWorthKeeping?.(exchange) ?? true) {
          await journal.note(exchange, request, call.replayOf ?? null);
        }
        return exchange;
      }
      await this.forget(result);
      tellProgress(
        call.callId,
        `${decision.reason}: trying again in ${Math.ceil(decision.waitMs / 1000)} s (try ${retries.length + 2})`,
      );
      await waitFor(decision.waitMs, call.signal);
      tellProgress(call.callId, null);
      retries.push({ startedAt: result.startedAt, reason: decision.reason, waitedMs: decision.waitMs });
    }
  }

  private async send(profile: Profile, built: BuiltRequest, signal: AbortSignal): Promise<TransportResult> {
    const sending = this.services.transport.send(built, profile);
    const cancel = (): void => sending.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    try {
      return await sending.result;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  private async forget(result: TransportResult): Promise<void> {
    if (result.response) await this.services.bodies.release(result.response.bodyId);
  }

  private async toExchange(
    about: ExchangeAbout,
    built: BuiltRequest,
    token: string,
    asked: ApiRequest,
    result: TransportResult,
    retries: readonly Retry[],
  ): Promise<Exchange> {
    const marked = asked.secretHeaders ?? [];
    const masker = maskerFor(secretsOf(token, asked.headers ?? [], marked));
    const response = await this.toResponse(result, masker);
    const request: SentRequest = {
      method: result.sent.method,
      url: result.sent.url,
      headers: masker.secretHeaders(result.sent.headers, marked),
      body: await this.sentBody(built.body),
    };
    const stored = [request.body, response?.body].flatMap((body) =>
      body?.kind === 'stored' ? [body.bodyId] : [],
    );
    this.services.bodies.assign(about.id, stored);
    const complete = result.outcome.kind === 'answered' && response !== null;
    const check = complete
      ? checkResponseBody(about.operation, response.status, response.body)
      : { findings: [], moreFindings: 0 };
    const { startedAt, timings, outcome } = result;
    return { ...about, startedAt, request, response, timings, outcome, retries, ...check };
  }

  /** What is known before anything came back, and all that is known when the app ends meanwhile. */
  private unanswered(
    about: ExchangeAbout,
    built: BuiltRequest,
    token: string,
    { secretHeaders = [], headers = [] }: ApiRequest,
  ): Exchange {
    return {
      ...about,
      startedAt: new Date().toISOString(),
      request: {
        method: built.method,
        url: built.url,
        headers: maskerFor(secretsOf(token, headers, secretHeaders)).secretHeaders(
          built.headers,
          secretHeaders,
        ),
        body: { kind: 'none' },
      },
      response: null,
      timings: NO_TIMINGS,
      outcome: {
        kind: 'failed',
        failure: 'reset',
        detail: 'No answer was noted: it is still under way, or the app ended before it came.',
        mayHaveArrived: true,
      },
      findings: [],
      moreFindings: 0,
      retries: [],
    };
  }

  private async toResponse(result: TransportResult, masker: Masker): Promise<ReceivedResponse | null> {
    if (!result.response) return null;
    const { status, statusText, httpVersion, headers, bodyId, wireBytes, tls } = result.response;
    const body = await this.toBody(bodyId, masker);
    return {
      status,
      statusText: masker.text(statusText),
      httpVersion,
      headers: masker.headers(headers),
      body,
      wireBytes,
      tls,
    };
  }

  /** A server may echo what it was sent; secrets stay out of the window even then. */
  private async toBody(bodyId: string, masker: Masker): Promise<Body> {
    const { bodies } = this.services;
    const body = await bodies.toBody(bodyId);
    switch (body.kind) {
      case 'none':
        return body;
      case 'text':
        return { ...body, text: masker.answer(body.text) };
      case 'stored':
        return bodies.toBody(await masker.storedBody(bodies, body.bodyId));
      default:
        return assertNever(body);
    }
  }

  private async sentBody(bytes: Uint8Array | null): Promise<Body> {
    if (bytes === null || bytes.byteLength === 0) return { kind: 'none' };
    return this.services.bodies.toBody(await this.services.bodies.keep(bytes));
  }
}

function refuseCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new ProblemError({
    code: 'cancelled',
    title: 'Cancelled',
    meaning: 'You cancelled before the request was sent.',
    nextStep: 'Send it again when you are ready.',
    detail: null,
  });
}
