import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Cipher } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const ALGORITHM = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * A temporary file whose content is AES-256 in counter mode under a key of its own that is only ever in memory: after a
 * crash the file is noise. Counter mode allows decryption from any offset, and a key for each file lets the counter
 * begin at zero without ever repeating. Confidentiality only: nothing is read back that this run did not write.
 */
export class EncryptedFile {
  private readonly cipher: Cipher;
  private length = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    private readonly key: Buffer,
  ) {
    this.cipher = createCipheriv(ALGORITHM, key, counterAt(0));
  }

  /** Creates the file, readable by its owner alone; fails when it exists. */
  static async create(path: string): Promise<EncryptedFile> {
    return new EncryptedFile(path, await open(path, 'wx+', 0o600), randomBytes(32));
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.length;
  }

  /** Calls must not overlap: the next one waits for the promise of the one before. */
  async append(chunk: Uint8Array): Promise<void> {
    const sealed = this.cipher.update(chunk);
    let written = 0;
    while (written < sealed.length) {
      const step = await this.handle.write(sealed, written, sealed.length - written, this.length + written);
      written += step.bytesWritten;
    }
    this.length += sealed.length;
  }

  /** The bytes from `start` up to, not including, `end`; both within the length. */
  async read(start: number, end: number): Promise<Buffer> {
    const sealed = Buffer.alloc(end - start);
    let filled = 0;
    while (filled < sealed.length) {
      const step = await this.handle.read(sealed, filled, sealed.length - filled, start + filled);
      if (step.bytesRead === 0)
        throw new Error(`The temporary file ${this.path} is shorter than what was written to it`);
      filled += step.bytesRead;
    }
    const decipher = createDecipheriv(ALGORITHM, this.key, counterAt(Math.floor(start / BLOCK_BYTES)));
    decipher.update(Buffer.alloc(start % BLOCK_BYTES));
    return decipher.update(sealed);
  }

  /** Closes and deletes the file; reads under way finish first. */
  async remove(): Promise<void> {
    await this.handle.close();
    await rm(this.path, { force: true });
  }
}

/** The counter block, big-endian, of the block with this index. */
function counterAt(blockIndex: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(blockIndex), 8);
  return counter;
}
