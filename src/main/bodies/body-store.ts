import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INLINE_BODY_BYTES, type Body } from '@shared/http/exchange';
import { TaskQueue } from '@shared/task-queue';
import { BodyWriter, type BodyContent, type BodyFacts } from './body-writer';
import { EncryptedFile } from './encrypted-file';
import { giveBack } from './give-back';
import { writeFileAtomically } from '../files/atomic-file';
import { inWords } from '../files/chosen-text';
import { runFolderName } from '../files/leftovers';
import { Utf8Check } from './utf8-check';

const MEGABYTE = 1024 * 1024;

export interface BodyStoreOptions {
  /** Folder for temporary files; a subfolder for this run is made when the first one is needed. */
  readonly directory: string;
  /** A body longer than this goes to an encrypted file. Default 8 MB. */
  readonly spillBytes?: number;
  /** Limit for all bodies in memory; beyond it the least recently used ones move to files. Default 64 MB. */
  readonly memoryBytes?: number;
  /** Limit for all bodies together; beyond it the bodies of the least recently used exchange are dropped. Default 2 GB. */
  readonly totalBytes?: number;
}

interface Entry {
  readonly id: string;
  readonly facts: BodyFacts;
  content: BodyContent;
  /** The exchange it belongs to; its own id until `assign`. */
  owner: string;
  lastUse: number;
}

/**
 * The bodies of this run's exchanges that do not travel inside an `Exchange`. Ids are random UUIDs. Nothing outlives
 * the run: files are encrypted under keys that exist only in memory, and are removed on release and at the end.
 */
export class BodyStore {
  private readonly entries = new Map<string, Entry>();
  private readonly folder: string;
  private readonly spillBytes: number;
  private readonly memoryBytes: number;
  private readonly totalBytes: number;
  /** Bytes read from a file for one caller. */
  private readonly lent = new WeakSet<Uint8Array>();
  /** The bytes that a body's text was decoded from. */
  private readonly written = new WeakMap<Body, Buffer>();
  private clock = 0;
  private readonly trimming = new TaskQueue();

  constructor(options: BodyStoreOptions) {
    this.folder = join(options.directory, runFolderName('bodies'));
    this.spillBytes = options.spillBytes ?? 8 * MEGABYTE;
    this.memoryBytes = options.memoryBytes ?? 64 * MEGABYTE;
    this.totalBytes = options.totalBytes ?? 2048 * MEGABYTE;
  }

  /** Starts receiving a body of unknown length. */
  receive(): BodyWriter {
    return new BodyWriter({
      spillBytes: this.spillBytes,
      newFilePath: () => this.newFilePath(),
      admit: (content, facts) => this.admit(content, facts),
    });
  }

  /** Stores bytes and returns their id. If the disk has no room for them they stay in memory. */
  async keep(bytes: Uint8Array): Promise<string> {
    const writer = this.receive();
    try {
      await writer.write(bytes);
      return await writer.finish({ complete: true });
    } catch {
      await writer.discard();
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const check = new Utf8Check();
      check.push(buffer);
      const encoding = check.finish(true) ? 'utf-8' : 'binary';
      const facts: BodyFacts = { bytes: buffer.length, encoding, complete: true };
      return this.admit({ kind: 'memory', bytes: buffer, isAscii: check.isAscii }, facts);
    }
  }

  /** Null if there is no such body (any more). */
  facts(bodyId: string): BodyFacts | null {
    return this.entries.get(bodyId)?.facts ?? null;
  }

  /** The bytes from `start` up to, not including, `end`, clipped to the body; null if there is no such body. */
  async read(bodyId: string, start: number, end: number): Promise<Buffer | null> {
    const entry = this.entries.get(bodyId);
    if (!entry) return null;
    entry.lastUse = ++this.clock;
    const to = Math.min(end, entry.facts.bytes);
    const from = Math.min(Math.max(0, start), to);
    const { content } = entry;
    if (content.kind === 'memory') return content.bytes.subarray(from, to);
    const bytes = await content.file.read(from, to);
    this.lent.add(bytes);
    return bytes;
  }

  /** Call when the bytes from `read` are no longer needed: those made for this caller alone are freed at once. */
  giveBack(bytes: Uint8Array): void {
    if (this.lent.delete(bytes)) giveBack(bytes);
  }

  /** The whole body in pieces of at most 1 MB. Throws if there is no such body (any more). */
  async *stream(bodyId: string): AsyncGenerator<Buffer, void, undefined> {
    let position = 0;
    for (;;) {
      const piece = await this.read(bodyId, position, position + MEGABYTE);
      if (!piece) throw new Error(`There is no body ${bodyId} (any more)`);
      if (piece.length === 0) return;
      position += piece.length;
      yield piece;
    }
  }

  /**
   * The body as it travels in an `Exchange`. A complete text of at most `INLINE_BODY_BYTES` travels whole, and its
   * bytes are released: the text has the same content, byte for byte.
   */
  async toBody(bodyId: string): Promise<Body> {
    const facts = this.facts(bodyId);
    if (!facts) throw new Error(`There is no body ${bodyId} (any more)`);
    if (facts.bytes === 0) {
      await this.release(bodyId);
      return { kind: 'none' };
    }
    if (facts.encoding === 'utf-8' && facts.complete && facts.bytes <= INLINE_BODY_BYTES) {
      const content = this.entries.get(bodyId)?.content;
      const bytes = await this.read(bodyId, 0, facts.bytes);
      if (!bytes) throw new Error(`There is no body ${bodyId} (any more)`);
      // The same text, but decoding UTF-8 reads it twice, which takes about ten times as long (Node 16).
      const isAscii = content?.kind === 'memory' && content.isAscii;
      const text = bytes.toString(isAscii ? 'latin1' : 'utf8');
      await this.release(bodyId);
      const body: Body = { kind: 'text', text, bytes: facts.bytes, bodyId: null };
      this.written.set(body, bytes);
      return body;
    }
    return { kind: 'stored', bodyId, ...facts };
  }

  /**
   * The text of a body in UTF-8, for the caller to change; it can be taken only once. Encoding the text takes as long
   * as reading a page of a load, so this returns the bytes in which it arrived, unless it has been masked since.
   */
  takeBytes(body: Extract<Body, { kind: 'text' }>): Buffer {
    const bytes = this.written.get(body);
    this.written.delete(body);
    return bytes ?? Buffer.from(body.text);
  }

  /** Records which exchange bodies belong to: they are kept, used and dropped together. */
  assign(exchangeId: string, bodyIds: readonly string[]): void {
    for (const bodyId of bodyIds) {
      const entry = this.entries.get(bodyId);
      if (entry) entry.owner = exchangeId;
    }
  }

  /** The first body of this owner; null if it has none (any more). */
  ownedBy(owner: string): string | null {
    for (const entry of this.entries.values()) if (entry.owner === owner) return entry.id;
    return null;
  }

  /**
   * Copies the body to a file that the person chose, first under a temporary name, so that the chosen name never
   * holds half of it. Throws a `ProblemError` if that fails.
   */
  async saveToFile(
    bodyId: string,
    path: string,
    change: (pieces: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (pieces) => pieces,
  ): Promise<void> {
    await inWords(path, () => writeFileAtomically(path, change(this.stream(bodyId))));
  }

  async release(bodyId: string): Promise<void> {
    const entry = this.entries.get(bodyId);
    this.entries.delete(bodyId);
    if (entry?.content.kind === 'file') await entry.content.file.remove();
  }

  async releaseExchange(exchangeId: string): Promise<void> {
    const ids = [...this.entries.values()]
      .filter((entry) => entry.owner === exchangeId)
      .map((entry) => entry.id);
    for (const id of ids) await this.release(id);
  }

  /** Waits until all is within the limits. */
  settled(): Promise<void> {
    return this.trimming.settled();
  }

  /** Forgets every body and removes this run's files. */
  async close(): Promise<void> {
    await this.trimming.settled();
    for (const id of [...this.entries.keys()]) await this.release(id);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async newFilePath(): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return join(this.folder, `${randomUUID()}.body`);
  }

  private admit(content: BodyContent, facts: BodyFacts): string {
    const id = randomUUID();
    this.entries.set(id, { id, facts, content, owner: id, lastUse: ++this.clock });
    void this.trimming.run(() => this.trim());
    return id;
  }

  private async trim(): Promise<void> {
    while (this.size(() => true) > this.totalBytes) {
      const owners = this.ownersByUse();
      const [oldest] = owners;
      if (oldest === undefined || owners.length === 1) break; // The newest exchange stays, however large it is.
      await this.releaseExchange(oldest);
    }
    while (this.size(inMemory) > this.memoryBytes) {
      const oldest = [...this.entries.values()].filter(inMemory).sort((a, b) => a.lastUse - b.lastUse)[0];
      if (oldest?.content.kind !== 'memory') break;
      try {
        await this.moveToFile(oldest, oldest.content.bytes);
      } catch {
        break; // No room on the disk: it stays in memory, and the next body tries again.
      }
    }
  }

  private async moveToFile(entry: Entry, bytes: Buffer): Promise<void> {
    const file = await EncryptedFile.create(await this.newFilePath());
    try {
      await file.append(bytes);
      await file.finish();
    } catch (error) {
      await file.remove();
      throw error;
    }
    if (this.entries.has(entry.id)) entry.content = { kind: 'file', file };
    else await file.remove();
  }

  private size(counts: (entry: Entry) => boolean): number {
    let sum = 0;
    for (const entry of this.entries.values()) if (counts(entry)) sum += entry.facts.bytes;
    return sum;
  }

  /** Least recently used first. Using any of its bodies counts as using an exchange. */
  private ownersByUse(): string[] {
    const lastUse = new Map<string, number>();
    for (const entry of this.entries.values()) {
      lastUse.set(entry.owner, Math.max(entry.lastUse, lastUse.get(entry.owner) ?? 0));
    }
    return [...lastUse].sort(([, a], [, b]) => a - b).map(([owner]) => owner);
  }
}

function inMemory(entry: Entry): boolean {
  return entry.content.kind === 'memory';
}
