import type { Socket } from 'node:net';
import type { Timings } from '@shared/http/exchange';
import { noTimes } from './dial';

/** The timings of one request: when it started (UTC, ISO 8601), and durations in ms. */
export class AttemptTimes {
  startedAt = new Date().toISOString();
  /** The connection's timings, filled in by `dial`. */
  dialled = noTimes();
  private began = performance.now();
  private sentAt: number | null = null;
  private firstByteAt: number | null = null;
  private endedAt: number | null = null;
  private isAwaited = false;

  get hasEnded(): boolean {
    return this.endedAt !== null;
  }

  /**
   * Restarts the clock when the request may leave: the wait before that is not the service's.
   * @param openingMs time spent on opening a connection during that wait.
   */
  restartClock(openingMs: number): void {
    this.startedAt = new Date().toISOString();
    this.began = performance.now() - openingMs;
  }

  /** Clears the timings of a connection that was opened ahead and cannot be used. */
  resetDial(): void {
    this.dialled = noTimes();
    this.began = performance.now();
  }

  sent(): void {
    this.sentAt = performance.now();
  }

  awaitFirstByte(socket: Socket | null): void {
    // Thousands of interim responses may arrive in one piece, but one listener is enough.
    if (this.isAwaited) return;
    this.isAwaited = true;
    socket?.once('data', () => this.firstByte());
  }

  firstByte(): void {
    if (!this.isAwaited) return;
    this.isAwaited = false;
    this.firstByteAt = performance.now();
  }

  /** @param heldMs how long the app itself held up the answer. */
  end(heldMs: number): void {
    this.endedAt = performance.now() - heldMs;
  }

  timings(): Timings {
    const { sentAt, firstByteAt, endedAt } = this;
    const answeredAt = firstByteAt === null ? null : Math.max(firstByteAt, sentAt ?? firstByteAt);
    return {
      ...this.dialled,
      firstByteMs: answeredAt === null ? null : answeredAt - (sentAt ?? answeredAt),
      downloadMs: answeredAt === null || endedAt === null ? null : Math.max(0, endedAt - answeredAt),
      totalMs: (endedAt ?? performance.now()) - this.began,
    };
  }
}
