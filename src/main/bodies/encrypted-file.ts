import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { giveBack } from './give-back';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const SEGMENT_BYTES = 64 * 1024;
/** How many segments are read or written at once: during a long read, other work gets its turn about every 7 ms. */
const BATCH = 16;

/**
 * A temporary file that only this run can read: its own key exists only in memory, so that after a crash the file is
 * noise. It is AES-256-GCM in segments of 64 kB, each under a nonce made from its number, so that any part can be
 * read without the ones before it. (In Electron 22, AES in counter mode does 19 MB/s, this 140.) The last, incomplete
 * megabyte stays in memory until it is full or until `finish`.
 */
export class EncryptedFile {
  private readonly key = randomBytes(32);
  /** Authentication tags of the segments on disk. */
  private readonly tags: Buffer[] = [];
  private readonly reads = new Set<Promise<Buffer>>();
  private sealedBytes = 0;
  /** The chunks since the last write, in order. */
  private tail: Uint8Array[] = [];
  private tailBytes = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** Creates the file, readable by its owner only; fails if it exists. */
  static async create(path: string): Promise<EncryptedFile> {
    return new EncryptedFile(path, await open(path, 'wx+', 0o600));
  }

  /** Bytes received so far. */
  get bytes(): number {
    return this.sealedBytes + this.tailBytes;
  }

  /** Calls must not overlap: wait for each promise before the next call, and make no further call after a failure. */
  async append(chunk: Uint8Array): Promise<void> {
    this.tail.push(chunk);
    this.tailBytes += chunk.length;
    if (this.tailBytes < BATCH * SEGMENT_BYTES) return;
    const waiting = Buffer.concat(this.tail);
    const whole = waiting.length - (waiting.length % SEGMENT_BYTES);
    await this.seal(waiting.subarray(0, whole));
    // A copy: a view would keep all of `waiting` alive.
    this.keepTail(Buffer.from(waiting.subarray(whole)));
    giveBack(waiting);
  }

  /** Writes what is still in memory as a last, shorter segment; nothing can be appended after it. */
  async finish(): Promise<void> {
    const waiting = Buffer.concat(this.tail);
    await this.seal(waiting);
    this.keepTail(Buffer.alloc(0));
    giveBack(waiting);
  }

  private keepTail(rest: Buffer): void {
    this.tail = [rest];
    this.tailBytes = rest.length;
  }

  /** The bytes from `start` up to, not including, `end`; both within the file's length. */
  read(start: number, end: number): Promise<Buffer> {
    const reading = this.readSegments(start, end);
    this.reads.add(reading);
    const done = (): void => void this.reads.delete(reading);
    reading.then(done, done);
    return reading;
  }

  /** Closes and deletes the file; reads under way finish first. */
  async remove(): Promise<void> {
    await Promise.allSettled(this.reads);
    await this.handle.close();
    await rm(this.path, { force: true });
  }

  private async readSegments(start: number, end: number): Promise<Buffer> {
    const plain = Buffer.allocUnsafe(end - start);
    const first = Math.min(Math.floor(start / SEGMENT_BYTES), this.tags.length);
    const last = Math.min(Math.ceil(end / SEGMENT_BYTES), this.tags.length);
    const sealed = Buffer.allocUnsafe(Math.min(last - first, BATCH) * SEGMENT_BYTES);
    let position = Math.min(first * SEGMENT_BYTES, this.sealedBytes);
    const put = (piece: Uint8Array): void => {
      const skipped = Math.max(0, start - position);
      if (skipped < piece.length)
        plain.set(piece.subarray(skipped, end - position), position + skipped - start);
      position += piece.length;
    };
    for (let from = first; from < last; from += BATCH) {
      await this.open(from, Math.min(from + BATCH, last), sealed, put);
    }
    if (end > this.sealedBytes) this.tail.forEach(put);
    giveBack(sealed);
    return plain.subarray(0, Math.max(0, Math.min(position, end) - start));
  }

  private async seal(plain: Buffer): Promise<void> {
    const sealed: Buffer[] = [];
    const tags: Buffer[] = [];
    for (let start = 0; start < plain.length; start += SEGMENT_BYTES) {
      const cipher = createCipheriv(ALGORITHM, this.key, nonceOf(this.tags.length + tags.length));
      sealed.push(cipher.update(plain.subarray(start, start + SEGMENT_BYTES)), cipher.final());
      tags.push(cipher.getAuthTag());
    }
    const bytes = Buffer.concat(sealed);
    sealed.forEach(giveBack);
    let written = 0;
    while (written < bytes.length) {
      const step = await this.handle.write(
        bytes,
        written,
        bytes.length - written,
        this.sealedBytes + written,
      );
      written += step.bytesWritten;
    }
    this.tags.push(...tags);
    this.sealedBytes += bytes.length;
    giveBack(bytes);
  }

  /** @param room for the encrypted bytes, reused throughout a read: unused memory would stay until it is collected. */
  private async open(from: number, to: number, room: Buffer, put: (plain: Buffer) => void): Promise<void> {
    const position = from * SEGMENT_BYTES;
    const sealed = room.subarray(0, Math.min(to * SEGMENT_BYTES, this.sealedBytes) - position);
    let filled = 0;
    while (filled < sealed.length) {
      const step = await this.handle.read(sealed, filled, sealed.length - filled, position + filled);
      if (step.bytesRead === 0)
        throw new Error(`The temporary file ${this.path} is shorter than what was written to it`);
      filled += step.bytesRead;
    }
    this.tags.slice(from, to).forEach((tag, index) => {
      const decipher = createDecipheriv(ALGORITHM, this.key, nonceOf(from + index)).setAuthTag(tag);
      const plain = decipher.update(sealed.subarray(index * SEGMENT_BYTES, (index + 1) * SEGMENT_BYTES));
      decipher.final(); // Throws if somebody else changed the file.
      put(plain);
      giveBack(plain);
    });
  }
}

/** Unique under a file's key, because no segment is written twice. */
function nonceOf(segment: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(segment, NONCE_BYTES - 4);
  return nonce;
}
