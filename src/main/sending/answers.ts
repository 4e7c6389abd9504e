import { isSafe } from '@shared/http/http-fields';
import { storedIds, type Body, type Exchange, type Outcome } from '@shared/http/exchange';
import type { Problem } from '@shared/problem';
import type { BodyReader } from '../body-reading/body-reader';
import type { BodyStore } from '../bodies/body-store';
import { cancelReason } from '../calls/running-calls';
import { waitFor } from '../calls/wait';
import type { Masker, SecretSearch } from '../secrets/secrets';
import type { TransportResult } from '../transport/types';
import {
  checkResponseBody,
  notChecked,
  type CheckByDocument,
  type CheckedResponse,
} from './check-response-body';
import { aboutOf, toReceivedResponse, withoutBody } from './exchange';
import type { Plan } from './plan';
import type { Retried } from './retries';
import { notKept } from './sending-problems';

/**
 * How long the window gets to show the answer before another process starts on the same body and takes up the CPU, in
 * ms.
 */
const HEAD_START_MS = 200;

export interface AnswerServices {
  readonly bodies: BodyStore;
  /** Reads the bodies that are too large for the main thread. */
  readonly reader: Pick<BodyReader, 'ask'>;
  /** Without it, answers to operations outside the contract are not checked. */
  readonly byDocument?: CheckByDocument;
  /** Called for failures that did not affect the answer. */
  readonly report: (where: string, error: unknown) => void;
}

export interface CheckLater {
  readonly onUnchecked: (exchange: Exchange) => void;
  /** Cancels the check in place of the call's own signal, because the service has answered by then. */
  readonly until: AbortSignal;
}

interface Ends {
  readonly signal: AbortSignal;
  readonly atService: AbortSignal;
  readonly checkLater?: CheckLater;
  /** Why the call ended, if neither signal says so. */
  readonly endedBy: string | null;
}

/**
 * Turns the result of a request into an exchange: masked, kept and checked. Does not reject once the bytes are out.
 */
export class Answers {
  constructor(private readonly services: AnswerServices) {}

  async toExchange(
    plan: Plan,
    { last, retries, cancelledWaiting }: Retried<TransportResult>,
    requestBody: Body,
    { masker, searched }: { readonly masker: Masker; readonly searched: SecretSearch },
    notes: Problem[],
    { signal, atService, checkLater, endedBy }: Ends,
  ): Promise<Exchange> {
    if (cancelledWaiting) await this.discard(last);
    const ended: Outcome = cancelledWaiting
      ? { kind: 'cancelled', mayHaveArrived: last.outcome.kind === 'answered' || last.outcome.mayHaveArrived }
      : last.outcome;
    const why = endedBy ?? cancelReason(atService.aborted ? atService : signal);
    const outcome = ended.kind === 'cancelled' && why !== null ? { ...ended, why } : ended;
    const response =
      last.response === null || cancelledWaiting
        ? null
        : await this.afterwards(
            notes,
            () => toReceivedResponse(last, masker, this.services.bodies, searched),
            withoutBody(last.response, masker),
          );
    const stored = [...storedIds(requestBody), ...storedIds(response?.body)];
    this.services.bodies.assign(plan.id, stored);
    const { operation } = plan.request;
    const { method, url, headers } = last.sent;
    const exchangeWith = (check: CheckedResponse): Exchange => ({
      ...aboutOf(plan),
      startedAt: last.startedAt,
      request: {
        method,
        url: masker.url(url),
        headers: masker.secretHeaders(headers, plan.secretHeaders),
        body: requestBody,
      },
      response,
      timings: last.timings,
      outcome,
      retries,
      ...check,
      ...(notes.length === 0 ? {} : { notes }),
    });
    const handedOut = isSafe(method) && response?.body.kind === 'stored' ? checkLater : undefined;
    const until = handedOut?.until ?? atService;
    if (handedOut) {
      handedOut.onUnchecked(exchangeWith(notChecked('under-way')));
      await waitFor(HEAD_START_MS, until);
    }
    const check =
      notes.length === 0
        ? await this.afterwards(
            notes,
            () => {
              const { reader, byDocument } = this.services;
              return checkResponseBody(operation, outcome, response, reader, until, byDocument);
            },
            notChecked('failed'),
          )
        : notChecked('failed');
    return exchangeWith(handedOut?.until.aborted && isCancelled(check) ? notChecked('app-ended') : check);
  }

  /**
   * Runs a step after the bytes went out. If it fails, the failure becomes a note on the answer instead of replacing
   * it.
   */
  private async afterwards<T>(notes: Problem[], act: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await act();
    } catch (error) {
      this.services.report('sending', error);
      notes.push(notKept(error));
      return otherwise;
    }
  }

  async discard({ response }: TransportResult): Promise<void> {
    if (response) await this.services.bodies.release(response.bodyId);
  }
}

function isCancelled({ check }: CheckedResponse): boolean {
  return check.kind === 'not-checked' && check.why === 'cancelled';
}
