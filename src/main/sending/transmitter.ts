import { SENT_ELSEWHERE, SENT_UNKEPT } from '@shared/http/describe-failure';
import { isSafe } from '@shared/http/http-fields';
import type { Body, BodyBeginning, Exchange } from '@shared/http/exchange';
import { isUnsettled } from '@shared/http/unsettled';
import type { Problem } from '@shared/problem';
import { maskerFor, type Masker, type Secrets } from '../secrets/secrets';
import { cancelReason } from '../calls/running-calls';
import { waitFor, withTimeLimit } from '../calls/wait';
import { afterRequests } from '../transport/read-arrived';
import type { ResponseBeginning, ResponseWatch, Transport, TransportResult } from '../transport/types';
import { Answers, type AnswerServices, type CheckLater } from './answers';
import { beginningOf, unansweredExchange } from './exchange';
import { Gate } from './gate';
import type { ExchangeJournal, SentAs } from './journal';
import { headersWith, type Plan } from './plan';
import { ONCE, READ, withRetries, type RetryPolicy } from './retries';
import { cancelledBefore, notRecorded } from './sending-problems';
import { unsettledSendOf, type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import type { UnsettledSends } from './unsettled-sends';

/** How long the window gets to paint the first rows of a large answer before the rest takes up the CPU, in ms. */
const FIRST_ROWS_MS = 80;

export interface TransmitterServices extends AnswerServices {
  readonly transport: Pick<Transport, 'send'>;
  readonly secrets: Pick<Secrets, 'of'>;
  readonly journal: ExchangeJournal;
  readonly unsettled: UnsettledSends;
  /** Called with the result of every try, to compare the clocks. */
  readonly noteAnswer: (profileId: string, result: TransportResult) => void;
  /** Tells the renderer that a call is waiting, and why; null when it continues. */
  readonly tellProgress: (callId: string, note: string | null, until?: number) => void;
  /**
   * The signal that ends a call once it is at the service and may have an effect there; null if its own signal still
   * does.
   */
  readonly atService: (callId: string) => AbortSignal | null;
  /** ms since 1970. */
  readonly now?: () => number;
}

export interface SendCall {
  readonly callId: string;
  readonly signal: AbortSignal;
  /** True if one click sends several requests and this is one of them. */
  readonly inRun?: boolean;
  /** For requests that only read; anything else is sent once, whatever this says. */
  readonly policy?: RetryPolicy;
  /** Shared by requests that wait together; by default the call has its own gate. */
  readonly gate?: Gate;
  /** For requests that only read: returns a large answer before its contract check. */
  readonly checkLater?: CheckLater;
  /**
   * For requests that only read: called with a large answer that is still arriving, if the part so far may be shown.
   */
  readonly onBeginning?: (exchange: Exchange, beginning: BodyBeginning) => void;
  /**
   * Writes down anything else that must be known before the request leaves. Called only when it is about to go out.
   * Never rejects.
   */
  readonly alsoNote?: () => Promise<void>;
  /**
   * Waits until everything is written down that must be before the request leaves, and tells the person if that takes
   * long.
   */
  readonly whileNoted?: (noting: Promise<void>) => Promise<void>;
  /** One of many identical requests sent on purpose: the person is not asked before each whether another is out. */
  readonly isRepeated?: boolean;
  /** Whether the journal keeps the exchange; by default it keeps every one. Only for reading in bulk. */
  readonly isWorthKeeping?: (exchange: Exchange) => boolean;
}

/**
 * How long to wait until the database says whether the same request went out meanwhile, in ms. It was already asked a
 * moment ago.
 */
const CLAIM_LIMIT_MS = 1_500;

/** An exchange and what was asked for. */
export interface Transmitted {
  readonly exchange: Exchange;
  readonly sentAs: SentAs;
}

/**
 * The second half of the only way out: journal, transport, and what `Answers` makes of the result. Plans only come
 * from the `Sender`, after the guard has checked them. Rejects only while nothing was sent.
 */
export class Transmitter {
  private readonly answers: Answers;

  constructor(private readonly services: TransmitterServices) {
    this.answers = new Answers(services);
  }

  /**
   * @param bearer returns the token, and is called before every try.
   * @param asked what the person was asked about (`sendsOf`).
   */
  async carryOut(
    plan: Plan,
    call: SendCall,
    bearer: () => Promise<string>,
    asked: readonly (string | symbol)[],
    purpose?: Exchange['purpose'],
  ): Promise<Transmitted> {
    const { journal } = this.services;
    const reads = isSafe(plan.wire.method);
    const atService = (reads ? null : this.services.atService(call.callId)) ?? call.signal;
    const notes: Problem[] = [];
    // Stored before the bytes go out, because a failure here must not cost the person an answer.
    const requestBody = await this.keepRequestBody(plan);
    const { request, composed, replayOf } = plan;
    let sentAs: SentAs = { request, composed, secrets: [], replayOf };
    let masker: Masker = maskerFor([]);
    let searched = masker.search();
    let beside: string | null = null;
    const attempt = async (): Promise<TransportResult> => {
      const token = await bearer();
      if (call.signal.aborted) throw cancelledBefore(cancelReason(call.signal));
      const { wire, secretHeaders } = plan;
      const sent = this.services.secrets.of(token, wire.headers, secretHeaders);
      sentAs = { ...sentAs, secrets: [...new Set([...sentAs.secrets, ...sent])] };
      masker = maskerFor(sentAs.secrets);
      const noteAll = async (): Promise<void> => {
        const noted = this.noteBefore(plan, masker, sentAs, call.isRepeated === true ? null : asked);
        [beside] = await Promise.all([noted, call.alsoNote?.()]);
      };
      const note = (): Promise<void> => call.whileNoted?.(noteAll()) ?? noteAll();
      if (reads) await call.alsoNote?.();
      const { onBeginning } = call;
      const tell = async (come: ResponseBeginning): Promise<void> => {
        try {
          const begun = call.signal.aborted ? null : beginningOf(plan, come, masker);
          if (begun === null) return;
          onBeginning?.(begun.exchange, begun.beginning);
          await waitFor(FIRST_ROWS_MS, call.signal);
        } catch (error) {
          this.services.report('sending', error);
        }
      };
      // The search for secrets runs while the body arrives, so that a large one need not be read again.
      const search = masker.search();
      searched = search;
      const watch: ResponseWatch = {
        onPiece: (piece) => search.push(piece),
        ...(reads && onBeginning ? { onBeginning: tell } : {}),
      };
      if (reads && !call.isWorthKeeping) void afterRequests().then(() => journal.expect(sentAs, plan.stamp));
      const ends = { unsent: call.signal, atService, isBeside: () => beside !== null };
      return this.transmit(plan, token, ends, watch, reads ? null : note);
    };
    const tried = await withRetries(
      attempt,
      reads ? (call.policy ?? READ) : ONCE,
      call.gate ?? this.ownGate(call.callId),
      atService,
      (result) => this.answers.discard(result),
    ).catch(async (error: unknown) => {
      if (requestBody.kind === 'stored') await this.services.bodies.release(requestBody.bodyId);
      throw error;
    });
    const answered = await this.answers.toExchange(plan, tried, requestBody, { masker, searched }, notes, {
      ...call,
      atService,
      endedBy: beside,
    });
    const exchange: Exchange = purpose === undefined ? answered : { ...answered, purpose };
    if (call.isWorthKeeping?.(exchange) ?? true) {
      // Not `soon` for a replay, because whoever asked for it opens it in the history.
      const how = reads
        ? { isNew: true, soon: replayOf === null }
        : { unsettled: this.settled(plan, exchange) };
      const isKept = await journal.note(exchange, sentAs, how);
      if (!reads) await this.orReport(this.services.unsettled.endUnkept(plan.id, isKept));
      if (!isKept && !reads) {
        const told = [...notes, notRecorded(isUnsettled(exchange))];
        return { exchange: { ...exchange, notes: told }, sentAs };
      }
    }
    return { exchange, sentAs };
  }

  /**
   * Notes the request before it goes out, so that its possible effect is known whatever happens to the app. Returns
   * null, or why the request must not go out: since the person was asked, the same one went out or may have.
   * @param asked what the person was asked about (`sendsOf`); null if that does not matter.
   */
  private async noteBefore(
    plan: Plan,
    masker: Masker,
    sentAs: SentAs,
    asked: readonly (string | symbol)[] | null,
  ): Promise<string | null> {
    const { journal, unsettled } = this.services;
    const exchange = unansweredExchange(plan, masker);
    const told = unsettledMarkOf(plan, { isKnown: false, succeeded: false });
    const send = unsettledSendOf(exchange);
    if (asked === null) unsettled.note(told, send);
    const claiming = asked === null ? true : this.claim(told, send, asked);
    const noting = journal.note(exchange, sentAs, { isNew: true, unsettled: told });
    const [isClaimed, isKept] = await Promise.all([claiming, noting]);
    if (!isClaimed) return SENT_ELSEWHERE;
    // The built-in server charges no cards.
    if (plan.profile.environment === 'local') return null;
    return (await this.orReport(unsettled.noteUnkept(plan.id, isKept, asked))) === false ? SENT_UNKEPT : null;
  }

  /** If the note cannot be written to this disk either, that is reported but stops nothing. */
  private orReport<T>(noting: Promise<T>): Promise<T | void> {
    return noting.catch((error: unknown) => this.services.report('sending', error));
  }

  /**
   * A database that fails or hangs stops nothing: it was asked before, and the sends of this run are compared without
   * it.
   */
  private claim(
    told: UnsettledMark,
    send: UnsettledSend,
    asked: readonly (string | symbol)[],
  ): Promise<boolean> {
    // Not reported here: the journal's note runs into the same trouble and reports it.
    const claiming = this.services.unsettled.claim(told, send, asked).catch(() => true);
    return withTimeLimit(claiming, CLAIM_LIMIT_MS, true);
  }

  private async transmit(
    plan: Plan,
    token: string,
    ends: {
      readonly unsent: AbortSignal;
      readonly atService: AbortSignal;
      readonly isBeside: () => boolean;
    },
    watch: ResponseWatch,
    beforeIt: (() => Promise<void>) | null,
  ): Promise<TransportResult> {
    const { method, url, body } = plan.wire;
    const request = {
      method,
      url,
      headers: headersWith(token, plan),
      body,
      ...(beforeIt ? { beforeIt: () => beforeIt().then(stopBeside) } : {}),
    };
    const sending = this.services.transport.send(request, plan.profile, watch);
    const { unsent, atService, isBeside } = ends;
    function stopBeside(): void {
      if (isBeside()) sending.cancelUnsent();
    }
    const leave = (): void => sending.cancelUnsent();
    const cancel = (): void => sending.cancel();
    unsent.addEventListener('abort', leave);
    atService.addEventListener('abort', cancel);
    if (unsent.aborted) leave();
    if (atService.aborted) cancel();
    try {
      const result = await sending.result;
      this.services.noteAnswer(plan.profile.id, result);
      return result;
    } finally {
      unsent.removeEventListener('abort', leave);
      atService.removeEventListener('abort', cancel);
    }
  }

  private settled(plan: Plan, exchange: Exchange): UnsettledMark {
    const { outcome, response } = exchange;
    const status = outcome.kind === 'answered' ? (response?.status ?? 0) : 0;
    const succeeded = status >= 200 && status < 300;
    const told = unsettledMarkOf(plan, { isKnown: !isUnsettled(exchange), succeeded });
    this.services.unsettled.note(told, unsettledSendOf(exchange));
    return told;
  }

  private async keepRequestBody({ wire }: Plan): Promise<Body> {
    if (wire.body === null || wire.body.byteLength === 0) return { kind: 'none' };
    const { bodies } = this.services;
    return bodies.toBody(await bodies.keep(wire.body));
  }

  private ownGate(callId: string): Gate {
    const { tellProgress, now } = this.services;
    return new Gate({
      ...(now ? { now } : {}),
      onWait: (wait) =>
        tellProgress(
          callId,
          wait && `Waiting ${Math.ceil(wait.waitMs / 1000)} s before try ${wait.nextTry}: ${wait.reason}`,
          wait?.until,
        ),
    });
  }
}

function unsettledMarkOf(plan: Plan, end: Pick<UnsettledMark, 'isKnown' | 'succeeded'>): UnsettledMark {
  const { mark, draftId, destinationMark, contentMarks } = plan;
  return { mark, draftId: draftId ?? null, destinationMark, contentMarks, ...end };
}
