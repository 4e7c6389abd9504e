import type { Socket } from 'node:net';
import { readArrived } from './read-arrived';

/** A connection that has waited longer may be closing without our knowledge, like any idle one. */
const FRESH_MS = 100;

/**
 * A connection opened before its one request may leave. It is handed out once, and only if it is as good as new:
 * nothing has arrived on it, and it has hardly waited.
 */
export class ConnectionAhead {
  private readonly began = performance.now();
  private openingEnded: number | null = null;
  /** By the system clock, which keeps going while the computer sleeps. */
  private openedAt = 0;
  private readonly dialling: Promise<Socket>;

  /** @param dial if it fails, `take` rejects. */
  constructor(dial: () => Promise<Socket>) {
    this.dialling = dial();
    this.dialling.then(
      (socket) => {
        this.openingEnded = performance.now();
        this.openedAt = Date.now();
        socket.on('error', unheard);
      },
      () => (this.openingEnded = performance.now()),
    );
  }

  /** How long opening it has taken so far, in ms. */
  get openingMs(): number {
    return (this.openingEnded ?? performance.now()) - this.began;
  }

  /** Null if the caller should open another one. Rejects if it could not be opened. */
  async take(): Promise<Socket | null> {
    const socket = await this.dialling;
    await readArrived();
    socket.off('error', unheard);
    const isFresh = Math.abs(Date.now() - this.openedAt) <= FRESH_MS;
    const isSilent = socket.readable && socket.writable && socket.readableLength === 0;
    if (isFresh && isSilent) return socket;
    socket.destroy();
    return null;
  }

  close(): void {
    this.dialling.then(
      (socket) => socket.destroy(),
      () => undefined,
    );
  }
}

/** Ignores the error: the socket is destroyed, and `take` does not return it. */
function unheard(): void {}
