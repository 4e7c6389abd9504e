import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
} from 'node:zlib';
import { Wakeup } from './wakeup';
import { commaList } from '@shared/text/comma-list';

type Coding = 'gzip' | 'deflate' | 'br';

const KNOWN = new Map<string, Coding>([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
]);

/** No real server uses more layers, and each one may multiply the work. */
const MAX_CODINGS = 5;

export class TooLarge extends Error {
  constructor(limitBytes: number) {
    super(`The body is larger than the limit of ${limitBytes} bytes`);
  }
}

/**
 * Reads the value of `content-encoding` (RFC 9110 8.4): the codings that can be decoded, outermost first, and those that
 * stay on the body because one is unknown (zstd, for example) or there are too many, in the order of the header.
 */
export function contentCodings(value: string): { known: readonly Coding[]; undecoded: readonly string[] } {
  const names = commaList(value.toLowerCase()).filter((name) => name !== 'identity');
  if (names.length > MAX_CODINGS) return { known: [], undecoded: names };
  const known: Coding[] = [];
  while (names.length > 0) {
    const coding = KNOWN.get(names[names.length - 1] ?? '');
    if (!coding) break;
    known.push(coding);
    names.pop();
  }
  return { known, undecoded: names };
}

/**
 * Decodes the body as it arrives. No layer may produce more than `limitBytes`: everything up to that is passed on,
 * then `TooLarge` is thrown, so that a small body that unpacks into a huge one costs no more than the limit. Throws
 * zlib's error if the bytes do not match the header.
 * @param goesOn called with each piece of each layer; throws to end the decoding, which may take far longer than the
 * body took to arrive.
 */
export function decode(
  source: AsyncIterable<Buffer>,
  codings: readonly Coding[],
  limitBytes: number,
  goesOn: () => void,
): AsyncIterable<Buffer> {
  const watched = (layer: AsyncIterable<Buffer>): AsyncIterable<Buffer> => limit(layer, limitBytes, goesOn);
  return codings.reduce((layer, coding) => watched(undo(layer, coding)), watched(source));
}

async function* limit(
  source: AsyncIterable<Buffer>,
  limitBytes: number,
  goesOn: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  let room = limitBytes;
  for await (const piece of source) {
    goesOn();
    if (piece.length > room) {
      if (room > 0) yield piece.subarray(0, room);
      throw new TooLarge(limitBytes);
    }
    room -= piece.length;
    yield piece;
  }
}

/** Decodes piece by piece, so that everything before a damaged part is passed on before the error. */
async function* undo(source: AsyncIterable<Buffer>, coding: Coding): AsyncGenerator<Buffer, void, undefined> {
  let layer: DecoderLoop | null = null;
  try {
    for await (const piece of source) {
      layer ??= new DecoderLoop(decoderFor(coding, piece));
      yield* layer.feed(piece);
    }
    // A body without a single byte (HEAD, 304, an empty 200) has nothing to decode, whatever the header says.
    if (layer) yield* layer.finish();
  } finally {
    layer?.close();
  }
}

type Decoder = BrotliDecompress | Gunzip | Inflate | InflateRaw;

function decoderFor(coding: Coding, begin: Buffer): Decoder {
  switch (coding) {
    case 'gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      // "deflate" means the zlib format (RFC 9110 8.4.1.2), whose first byte ends in 8; some servers send raw
      // deflate.
      return ((begin[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
  }
}

class DecoderLoop {
  private readonly wakeup = new Wakeup();
  private failure: Error | null = null;
  private fed = 0;

  constructor(private readonly decoder: Decoder) {
    decoder.once('error', (error) => {
      this.failure = error;
      this.wakeup.call();
    });
    decoder.on('readable', () => this.wakeup.call());
  }

  async *feed(piece: Buffer): AsyncGenerator<Buffer, void, undefined> {
    this.fed += piece.length;
    yield* this.drain((done) => this.decoder.write(piece, () => done()));
    // The decoder ignores what follows the end of its format, and would never end a second time.
    if (this.decoder.bytesWritten < this.fed)
      throw new Error('more bytes follow the end of the compressed body');
  }

  finish(): AsyncGenerator<Buffer, void, undefined> {
    return this.drain((done) => {
      this.decoder.once('end', done);
      this.decoder.end();
    });
  }

  close(): void {
    this.decoder.destroy();
  }

  private async *drain(start: (done: () => void) => void): AsyncGenerator<Buffer, void, undefined> {
    let done = false;
    start(() => {
      done = true;
      this.wakeup.call();
    });
    for (;;) {
      const piece: unknown = this.decoder.read();
      if (Buffer.isBuffer(piece)) {
        yield piece;
      } else if (this.failure) {
        throw this.failure;
      } else if (done) {
        return;
      } else {
        await this.wakeup.wait();
      }
    }
  }
}
