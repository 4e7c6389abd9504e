import { ARRAY, JsonScanner, NONE, OBJECT } from '@shared/json/json-scanner';
import { endOfString } from '@shared/json/json-tokens';
import { decodeString } from '@shared/json/json-tree';
import { giveBack } from '../bodies/give-back';

/** How much is kept of a value that the check does not look into, in bytes: more than any preview of it shows. */
const MAX_KEPT = 64_000;

/** By the code of the container's kind. */
const CLOSING_BRACKETS = [0x7d, 0x5d];

/**
 * Takes JSON text piece by piece and keeps only what a check reads, so that a body of 100 MB takes little memory. For
 * members of the object that the check does not look into, and for a value that is not an object, it keeps the
 * beginning and closes its brackets. What is left out is still scanned, so that text that is not JSON is recognised
 * and given up on. Strings, and everything the check looks into, are kept whole. Previews show an object's keys in
 * order, but later numeric keys of an object that was cut are not moved to its front.
 */
export class CheckedParts extends JsonScanner {
  /** The text as it arrived, to show if it is not JSON. */
  private beginning: Uint8Array = new Uint8Array(0);
  private readonly kept: Uint8Array[] = [];
  /** Offset in `bytes` up to which everything was kept. */
  private keptTo = 0;
  /** Kinds of the open containers. */
  private kinds = new Uint8Array(64);
  private depth = 0;
  /** The container that the check does not look into. */
  private unread: { readonly depth: number; readonly startedAt: number } | null = null;
  private isCut = false;
  /** How many bytes came before `bytes`. */
  private before = 0;

  /**
   * @param members names of the members that the check looks into.
   * @param maxKept how much to keep of the others; tests use less.
   */
  constructor(
    private readonly members: ReadonlySet<string>,
    private readonly maxKept = MAX_KEPT,
  ) {
    super(new Uint8Array(0));
  }

  /** True if it is not JSON; further pieces no longer change what is kept. */
  get isRefused(): boolean {
    return this.failure !== null && this.beginning.length >= this.maxKept;
  }

  /** @param last true for the last piece. */
  take(piece: Uint8Array, last: boolean): void {
    const room = this.maxKept - this.beginning.length;
    if (room > 0) this.beginning = Buffer.concat([this.beginning, piece.subarray(0, room)]);
    if (this.failure !== null) return;
    this.moveTo(piece);
    this.read(this.bytes.length, last);
  }

  /** The kept text if it is JSON; otherwise the beginning of the body. */
  bytesKept(): Buffer {
    return Buffer.concat(this.failure === null ? this.kept : [this.beginning]);
  }

  protected leafRead(): void {
    this.cutIfLong();
  }

  protected containerOpened(start: number, kind: number): void {
    if (this.unread === null && !this.isReadInto(start, kind))
      this.unread = { depth: this.depth, startedAt: this.before + this.at };
    this.push(kind);
  }

  protected containerClosed(): void {
    this.depth -= 1;
    if (this.unread?.depth !== this.depth) return this.cutIfLong();
    // Its closing bracket was already added when it was cut.
    if (this.isCut) this.keptTo = this.at;
    this.isCut = false;
    this.unread = null;
  }

  protected kindAround(): number {
    return this.depth === 0 ? NONE : (this.kinds[this.depth - 1] ?? NONE);
  }

  /** Always null, because nobody asks this scanner where a text is broken. */
  protected openBracket(): null {
    return null;
  }

  protected paused(): void {
    this.keep();
  }

  private isReadInto(start: number, kind: number): boolean {
    if (this.depth === 0) return kind === OBJECT;
    return this.depth > 1 || this.kindAround() === ARRAY || this.members.has(this.keyAtStart(start));
  }

  private keyAtStart(start: number): string {
    const written = this.bytes.subarray(start, endOfString(this.bytes, start, this.bytes.length));
    return decodeString(Buffer.from(written).toString('utf8'));
  }

  private push(kind: number): void {
    if (this.depth === this.kinds.length) {
      const more = new Uint8Array(2 * this.depth);
      more.set(this.kinds);
      this.kinds = more;
    }
    this.kinds[this.depth] = kind;
    this.depth += 1;
  }

  /** Called after a value, at a point where closing brackets can directly follow what is kept. */
  private cutIfLong(): void {
    const { unread } = this;
    if (unread === null || this.isCut || this.before + this.at - unread.startedAt < this.maxKept) return;
    this.keep();
    const open = this.kinds.subarray(unread.depth, this.depth);
    this.kept.push(Uint8Array.from(open, (kind) => CLOSING_BRACKETS[kind] ?? 0).reverse());
    this.isCut = true;
  }

  private keep(): void {
    if (!this.isCut && this.at > this.keptTo) this.kept.push(this.bytes.slice(this.keptTo, this.at));
    this.keptTo = this.at;
  }

  /** Continues with the next piece, keeping the unfinished token and its key in front of it. */
  private moveTo(piece: Uint8Array): void {
    const from = this.keyAt >= 0 ? this.keyAt : this.at;
    const rest = this.bytes.subarray(from);
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    giveBack(this.bytes);
    this.bytes = bytes;
    this.before += from;
    this.at -= from;
    this.keptTo -= from;
    this.stringAt -= from;
    if (this.keyAt >= 0) this.keyAt = 0;
  }
}
