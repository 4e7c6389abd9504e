import type { Socket } from 'node:net';
import type { Timings } from '@shared/http/exchange';
import { noTimes } from './dial';

/** When what happened of one request: a moment for the record, and spans in ms. */
export class AttemptTimes {
  startedAt = new Date().toISOString();
  /** Of the connection, which `dial` fills in. */
  dialled = noTimes();
  private began = performance.now();
  private sentAt: number | null = null;
  private firstByteAt: number | null = null;
  private endedAt: number | null = null;
  private isAwaited = false;

  get hasEnded(): boolean {
    return this.endedAt !== null;
  }

  /** The request begins when it may leave: what it waited for is not the service's. @param openingMs of a connection opened meanwhile. */
  beginAnew(openingMs: number): void {
    this.startedAt = new Date().toISOString();
    this.began = performance.now() - openingMs;
  }

  /** The connection that was opened ahead is of no use. */
  dialAnew(): void {
    this.dialled = noTimes();
    this.began = performance.now();
  }

  sent(): void {
    this.sentAt = performance.now();
  }

  awaitFirstByte(socket: Socket | null): void {
    // Thousands of interim answers may come in one piece: one listener waits for what is behind them.
    if (this.isAwaited) return;
    this.isAwaited = true;
    socket?.once('data', () => this.firstByte());
  }

  firstByte(): void {
    if (!this.isAwaited) return;
    this.isAwaited = false;
    this.firstByteAt = performance.now();
  }

  /** @param heldMs so long the app itself held up the answer. */
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
