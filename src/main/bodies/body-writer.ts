import { EncryptedFile } from './encrypted-file';
import { Utf8Check } from './utf8-check';

/** Where a body's bytes are: in memory, or in an encrypted temporary file. */
export type BodyContent =
  | { readonly kind: 'memory'; readonly bytes: Buffer; readonly isAscii: boolean }
  | { readonly kind: 'file'; readonly file: EncryptedFile };

export interface BodyFacts {
  readonly bytes: number;
  readonly encoding: 'utf-8' | 'binary';
  /** False if a limit or a broken connection cut the body short. */
  readonly complete: boolean;
}

interface WriterServices {
  /** A body longer than this goes to a file. */
  readonly spillBytes: number;
  /** Path for a new temporary file; its folder exists when the promise resolves. */
  newFilePath(): Promise<string>;
  /** Adds the finished body and returns its id. */
  admit(content: BodyContent, facts: BodyFacts): string;
}

/** Receives one body as it arrives. Wait for each `write` before the next: that is what slows down a fast sender. */
export class BodyWriter {
  private readonly check = new Utf8Check();
  private chunks: Uint8Array[] = [];
  private held = 0;
  private file: EncryptedFile | null = null;

  constructor(private readonly services: WriterServices) {}

  /** Bytes received so far. */
  get bytes(): number {
    return this.held + (this.file?.bytes ?? 0);
  }

  /** Rejects if the temporary file cannot be written (a full disk); what was received before stays readable. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    if (!this.file && this.held + chunk.length <= this.services.spillBytes) {
      this.chunks.push(chunk);
      this.held += chunk.length;
    } else {
      await this.writeToFile(chunk);
    }
    this.check.push(chunk);
  }

  /** Ends the body and returns its id. */
  async finish(options: { complete: boolean }): Promise<string> {
    try {
      await this.file?.finish();
    } catch {
      // The disk has no room for the last piece: it stays in memory, and the body can still be read.
    }
    const facts: BodyFacts = {
      bytes: this.bytes,
      encoding: this.check.finish(options.complete) ? 'utf-8' : 'binary',
      complete: options.complete,
    };
    const content: BodyContent = this.file
      ? { kind: 'file', file: this.file }
      : { kind: 'memory', bytes: together(this.chunks), isAscii: this.check.isAscii };
    this.chunks = [];
    return this.services.admit(content, facts);
  }

  /** Gives up on the body and removes its file, if it has one. */
  async discard(): Promise<void> {
    await this.file?.remove();
  }

  private async writeToFile(chunk: Uint8Array): Promise<void> {
    if (!this.file) {
      const file = await EncryptedFile.create(await this.services.newFilePath());
      try {
        for (const piece of this.chunks) await file.append(piece);
      } catch (error) {
        await file.remove();
        throw error;
      }
      this.file = file;
      this.chunks = [];
      this.held = 0;
    }
    await this.file.append(chunk);
  }
}

/** A body in one piece is not copied, because nothing else uses the bytes read from a connection. */
function together(pieces: readonly Uint8Array[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(pieces);
}
