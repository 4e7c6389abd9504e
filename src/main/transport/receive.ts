import type { IncomingMessage } from 'node:http';
import { codeOf } from '@shared/text/code-of';
import type { BodyWriter } from '../bodies/body-writer';
import { watchBeginning } from './beginning';
import { contentCodings, decode, TooLarge } from './content-coding';
import { detailOf, TransportFailure } from './failures';
import type { ResponseWatch } from './types';
import { Wakeup } from './wakeup';

/** How many bytes may queue up for a slow disk before the sender is slowed down. */
const QUEUE_BYTES = 1024 * 1024;

export interface Reception {
  readonly bodyId: string;
  readonly bodyBytes: number;
  readonly wireBytes: number;
  readonly undecoded: readonly string[];
  /** Time spent waiting for `onBeginning`, in ms; it does not count as the service's. */
  readonly heldMs: number;
  /** Why the body is incomplete; null if it is complete. */
  readonly failure: TransportFailure | null;
}

/** See `ResponseWatch`. */
interface BodyWatch {
  /** See `decode`. */
  readonly goesOn: () => void;
  readonly onBeginning?: ((bytes: Buffer) => Promise<void>) | undefined;
  readonly onPiece?: ResponseWatch['onPiece'] | undefined;
  /** False if the answer ends with its head (RFC 9110 6.4.1): what follows is not part of it. */
  readonly hasBody: boolean;
}

/**
 * Reads, decodes and stores the body of a response until its end, a failure, or the limit (in bytes after decoding);
 * what came before a failure is kept. Drops the connection if the body was not read to its end. `connectionError`
 * returns what the request knows about a broken connection, which is more precise than what the response is told.
 */
export async function receiveBody(
  response: IncomingMessage,
  writer: BodyWriter,
  limitBytes: number,
  connectionError: () => Error | null,
  { goesOn, onBeginning, onPiece, hasBody }: BodyWatch,
): Promise<Reception> {
  const wire = new WireBody(response, hasBody);
  const { known, undecoded } = contentCodings(response.headers['content-encoding'] ?? '');
  const begins = onBeginning && watchBeginning(response.headers['content-length'], onBeginning);
  let failure: TransportFailure | null = null;
  let heldMs = 0;
  try {
    for await (const piece of decode(wire.pieces(), known, limitBytes, goesOn)) {
      try {
        onPiece?.(piece);
        await writer.write(piece);
        const told = begins?.(piece) ?? null;
        if (told === null) continue;
        const before = wire.pausedMs();
        wire.pause();
        await told;
        heldMs += wire.pausedMs() - before;
        wire.goOn();
      } catch (error) {
        throw new TransportFailure('too-large', `The body could not be stored: ${detailOf(error)}`);
      }
    }
  } catch (error) {
    if (error instanceof TooLarge) failure = new TransportFailure('too-large', error.message);
    else if (error instanceof TransportFailure) failure = error;
    // If the body was cut off, report that instead of the decoding error that it causes.
    else if (!wire.broken) failure = new TransportFailure('bad-encoding', detailOf(error));
  }
  if (!wire.ended) response.destroy();
  // If the body ends with the connection, Node also takes a broken or cancelled connection for the end.
  const broken = wire.broken ?? (hasBody && endsWithConnection(response) ? connectionError() : null);
  failure ??= broken && toReceptionFailure(connectionError() ?? broken);
  return {
    bodyId: await writer.finish({ complete: failure === null }),
    bodyBytes: writer.bytes,
    wireBytes: wire.bytes,
    undecoded,
    heldMs,
    failure,
  };
}

/** True if only the end of the connection ends a body (RFC 9112 6.3). */
function endsWithConnection({ headers }: IncomingMessage): boolean {
  const { 'transfer-encoding': coding } = headers;
  if (coding !== undefined) return !/(?:^|,)\s*chunked\s*$/i.test(coding);
  return headers['content-length'] === undefined;
}

function toReceptionFailure(error: Error): TransportFailure {
  const brokeTheRules = codeOf(error).startsWith('HPE_') && codeOf(error) !== 'HPE_INVALID_EOF_STATE';
  return new TransportFailure(brokeTheRules ? 'protocol' : 'truncated', detailOf(error));
}

/**
 * The body as it arrives. Unlike the stream's own iterator, it passes on everything received before the connection
 * broke, and then ends; `broken` says why.
 */
class WireBody {
  bytes = 0;
  ended = false;
  broken: Error | null = null;
  private queue: Buffer[] = [];
  private queued = 0;
  private pausedAt: number | null = null;
  private pausedBefore = 0;
  private readonly wakeup = new Wakeup();

  constructor(
    private readonly response: IncomingMessage,
    private readonly hasBody: boolean,
  ) {
    response.on('data', (piece: Buffer) => {
      this.bytes += piece.length;
      this.queued += piece.length;
      this.queue.push(piece);
      if (this.queued > QUEUE_BYTES) this.pause();
      this.wakeup.call();
    });
    response.once('end', () => {
      this.ended = true;
      this.wakeup.call();
    });
    const breakOff = (error: () => Error): void => {
      // Every connection closes eventually, and creating an error with its stack trace takes time although nobody
      // reads it.
      if (this.ended) return;
      this.broken ??= error();
      this.wakeup.call();
    };
    response.once('error', (error) => breakOff(() => error));
    response.once('close', () =>
      breakOff(() => new Error('the connection was closed before the body was complete')),
    );
  }

  /** Stops reading until the queue here has been emptied or `goOn` is called. */
  pause(): void {
    this.response.pause();
    this.pausedAt ??= performance.now();
  }

  goOn(): void {
    this.pausedBefore = this.pausedMs();
    this.pausedAt = null;
    this.response.resume();
  }

  /** How long reading was paused, in ms. */
  pausedMs(): number {
    return this.pausedBefore + (this.pausedAt === null ? 0 : performance.now() - this.pausedAt);
  }

  async *pieces(): AsyncGenerator<Buffer, void, undefined> {
    // Node 16 waits for the body that a 204 announces.
    if (!this.hasBody && !this.response.complete) return;
    for (;;) {
      const [first, ...more] = this.queue;
      if (first) {
        this.queue = [];
        this.queued = 0;
        // Together, because each piece is searched for secrets, and a server may send every byte as a chunk of its own.
        yield more.length === 0 ? first : Buffer.concat([first, ...more]);
      } else if (this.ended || this.broken) {
        return;
      } else {
        this.goOn();
        await this.wakeup.wait();
      }
    }
  }
}
