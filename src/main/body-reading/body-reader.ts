import type { Body } from '@shared/http/exchange';
import { TaskQueue } from '@shared/task-queue';
import type { BodyStore } from '../bodies/body-store';
import type { ChildProcess, StartProcess } from '../processes/child-process';
import { causeOf, describeProcessEnd, type EndCause } from '../processes/process-end';
import type { BodyAnswers, BodyQuestion, FromReadingProcess, ToReadingProcess } from './protocol';

export type StartReadingProcess = StartProcess<ToReadingProcess, FromReadingProcess>;

export interface BodyReaderServices {
  readonly bodies: Pick<BodyStore, 'stream' | 'giveBack'>;
  readonly start: StartReadingProcess;
  /** Called with why a body could not be read from the store, or how a process ended unexpectedly. */
  readonly report: (where: string, error: unknown) => void;
  /** Time limit for one body in ms, from the start of its process. Default 15 s. */
  readonly limitMs?: number;
}

export type BodyReading<Kind extends BodyQuestion['kind']> =
  | { readonly kind: 'read'; readonly answer: BodyAnswers[Kind] }
  | {
      readonly kind: 'unread';
      readonly why: 'too-large' | 'took-too-long' | 'crashed' | 'killed' | 'cancelled' | 'failed';
    };

const WHY_ENDED: Readonly<Record<EndCause, 'crashed' | 'killed' | 'failed'>> = {
  crashed: 'crashed',
  killed: 'killed',
  exited: 'failed',
};

const CANCELLED = { kind: 'unread', why: 'cancelled' } as const;

type StoredBody = Extract<Body, { kind: 'stored' }>;

/**
 * Answers questions about bodies that are too large for the main thread, one at a time, each in its own process that
 * ends with its answer or at a limit: time and memory are bounded, whatever a server sends. Never rejects.
 */
export class BodyReader {
  private readonly questions = new TaskQueue();
  /** For the body checked last: its row in the lists is asked for next. */
  private lastSession: { readonly bodyId: string; readonly session: BodyAnswers['session'] } | null = null;

  constructor(private readonly services: BodyReaderServices) {}

  /**
   * @param body complete, and in UTF-8.
   * @param signal ends the wait, including the wait for a turn.
   */
  ask<Kind extends BodyQuestion['kind']>(
    body: StoredBody,
    question: Extract<BodyQuestion, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<BodyReading<Kind>> {
    const known = this.lastSession;
    if (question.kind === 'session' && known?.bodyId === body.bodyId)
      return Promise.resolve({ kind: 'read', answer: known.session as BodyAnswers[Kind] });
    return new Promise((resolve) => {
      const cancel = (): void => resolve(CANCELLED);
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted) cancel();
      void this.questions
        .run(() => this.read<Kind>(body, question, signal))
        .then(resolve)
        .finally(() => signal?.removeEventListener('abort', cancel));
    });
  }

  private remember(bodyId: string, { session }: BodyAnswers['check']): void {
    if (session !== null) this.lastSession = { bodyId, session };
  }

  private read<Kind extends BodyQuestion['kind']>(
    { bodyId, bytes }: StoredBody,
    question: BodyQuestion,
    signal: AbortSignal | undefined,
  ): Promise<BodyReading<Kind>> {
    if (signal?.aborted) return Promise.resolve(CANCELLED);
    const { bodies, start, report, limitMs = 15_000 } = this.services;
    return new Promise((resolve) => {
      let child: ChildProcess<ToReadingProcess> | null = null;
      let isSettled = false;
      const settle = (reading: BodyReading<Kind>): void => {
        isSettled = true;
        clearTimeout(limit);
        signal?.removeEventListener('abort', cancel);
        resolve(reading);
        child?.end();
      };
      const cancel = (): void => settle(CANCELLED);
      const fail = (error: unknown): void => {
        report('body-reading', error);
        settle({ kind: 'unread', why: 'failed' });
      };
      const limit = setTimeout(() => settle({ kind: 'unread', why: 'took-too-long' }), limitMs);
      signal?.addEventListener('abort', cancel);
      const pieces = bodies.stream(bodyId);
      const sendPiece = async (): Promise<void> => {
        const { value, done } = await pieces.next();
        if (done) throw new Error(`the body ${bodyId} is shorter than ${bytes} bytes`);
        // Sending a part of a buffer would send the whole buffer.
        const isPart = value.length < value.buffer.byteLength;
        child?.send({ kind: 'piece', piece: isPart ? new Uint8Array(value) : value });
        bodies.giveBack(value);
      };
      try {
        child = start({
          onMessage: (message) => {
            switch (message.kind) {
              case 'more':
                sendPiece().catch(fail);
                break;
              case 'answer':
                // Only our own code answers there, and only this question.
                if (question.kind === 'check') this.remember(bodyId, message.answer as BodyAnswers['check']);
                settle({ kind: 'read', answer: message.answer as BodyAnswers[Kind] });
                break;
              case 'too-large':
                settle({ kind: 'unread', why: 'too-large' });
                break;
            }
          },
          onExit: (end) => {
            if (isSettled) return;
            report('body-reading', new Error(`the process ended ${describeProcessEnd(end)}`));
            settle({ kind: 'unread', why: WHY_ENDED[causeOf(end)] });
          },
        });
        child.send({ kind: 'read', question, bytes });
      } catch (error) {
        fail(error);
      }
    });
  }
}
