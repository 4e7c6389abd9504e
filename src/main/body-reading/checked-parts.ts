import { ARRAY, JsonScanner, NONE, OBJECT } from '@shared/json/json-scanner';
import { endOfString } from '@shared/json/json-tokens';
import { decodeString } from '@shared/json/json-tree';
import { giveBack } from '../bodies/give-back';

/** Of a value that nothing looks into: more than any preview of it shows. In bytes. */
const MAX_KEPT = 64_000;

/** By the code of its kind. */
const CLOSING_BRACKETS = [0x7d, 0x5d];

/**
 * Takes a JSON text piece by piece and keeps of it what a check reads: of each member of the object that nothing
 * looks into, and of a value that is no object, only the beginning, with its brackets closed. What is left out is
 * read, so that a text that is no JSON is known as such, and given up: a body of 100 MB takes little memory.
 *
 * A string is kept whole, and so is what is looked into. A preview shows an object's keys in their order; of an object
 * that was cut, numbers among its later keys are not moved to its front.
 */
export class CheckedParts extends JsonScanner {
  /** As it came: what is shown of a text that is no JSON. */
  private beginning: Uint8Array = new Uint8Array(0);
  private readonly kept: Uint8Array[] = [];
  /** Offset in `bytes` up to which they are kept. */
  private keptTo = 0;
  /** Kinds of the containers that are open. */
  private kinds = new Uint8Array(64);
  private depth = 0;
  /** The container that nothing looks into. */
  private unread: { readonly depth: number; readonly startedAt: number } | null = null;
  private isCut = false;
  /** Bytes before `bytes`. */
  private before = 0;

  /**
   * @param members names of the object's members that are looked into.
   * @param maxKept of others; tests cut sooner.
   */
  constructor(
    private readonly members: ReadonlySet<string>,
    private readonly maxKept = MAX_KEPT,
  ) {
    super(new Uint8Array(0));
  }

  /** No JSON, and no further piece changes what is kept. */
  get isRefused(): boolean {
    return this.failure !== null && this.beginning.length >= this.maxKept;
  }

  /** `last`: it is the last one. */
  take(piece: Uint8Array, last: boolean): void {
    const room = this.maxKept - this.beginning.length;
    if (room > 0) this.beginning = Buffer.concat([this.beginning, piece.subarray(0, room)]);
    if (this.failure !== null) return;
    this.moveTo(piece);
    this.read(this.bytes.length, last);
  }

  /** Of JSON the text of what was kept; of anything else its beginning. */
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
    // Its bracket was kept when it was cut.
    if (this.isCut) this.keptTo = this.at;
    this.isCut = false;
    this.unread = null;
  }

  protected kindAround(): number {
    return this.depth === 0 ? NONE : (this.kinds[this.depth - 1] ?? NONE);
  }

  /** Nobody asks this reader where a text is broken. */
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

  /** Behind a value: nothing else can stand between the beginning and the brackets that close it. */
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

  /** On to the next piece, with the token in front of it that was not read to its end, and its key. */
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
