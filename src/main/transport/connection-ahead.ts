import type { Socket } from 'node:net';

/** One that waited longer may be closing unseen, as any idle connection. */
const FRESH_MS = 100;

/**
 * A connection that is opened while its one request may not leave yet. It is given out once, and only if it is as good as
 * one that was opened just now: nothing has come on it, and it has waited for moments.
 */
export class ConnectionAhead {
  private readonly began = performance.now();
  private openingEnded: number | null = null;
  /** By the computer's clock, which goes on while the computer sleeps. */
  private openedAt = 0;

  /** @param dialling what fails is told to who takes it. */
  constructor(private readonly dialling: Promise<Socket>) {
    dialling.then(
      (socket) => {
        this.openingEnded = performance.now();
        this.openedAt = Date.now();
        socket.on('error', unheard);
      },
      () => (this.openingEnded = performance.now()),
    );
  }

  /** How long it took to be opened, so far. */
  get openingMs(): number {
    return (this.openingEnded ?? performance.now()) - this.began;
  }

  /** Null when it is better to open another one. Rejects when it could not be opened. */
  async take(): Promise<Socket | null> {
    const socket = await this.dialling;
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

/** It is destroyed then, and not taken. */
function unheard(): void {}
