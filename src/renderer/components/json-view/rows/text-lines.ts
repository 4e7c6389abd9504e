import { PagedColumn } from '../index/paged-column';
import { utf8Length } from '../index/json-strings';

/** How often a row's place is stored; the rows in between are found by reading on from there. */
const ROWS_PER_NOTE = 64;
const TAB_COLUMNS = 4;
/** `\\u202e`, which is how invisible characters are shown. */
const ESCAPE_COLUMNS = 6;

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const TAB = 0x09;

/** One row on screen: a line of the text, or a part of a line that is longer than a row. */
export interface TextRow {
  /** Byte offsets; they exclude the line's end. */
  readonly from: number;
  readonly to: number;
  /** The line number, from 1. */
  readonly line: number;
  /** True for the second and further rows of a line. */
  readonly continued: boolean;
}

/** A text broken into rows of at most `columns` characters, without keeping the rows. */
export class TextLines {
  /** Offset, and line * 2 + continued, of every 64th row. */
  private readonly offsets = new PagedColumn();
  private readonly lines = new PagedColumn();
  private rows = 0;
  private at = 0;
  private line = 1;
  private continued = false;
  /** The results of the last `findRow`. */
  private rowEnd = 0;
  private nextRow = 0;
  private endsLine = false;

  constructor(
    private readonly bytes: Uint8Array,
    readonly columns: number,
  ) {}

  get rowCount(): number {
    return this.rows;
  }

  get byteLength(): number {
    return this.offsets.byteLength + this.lines.byteLength;
  }

  /** Reads on, yielding regularly. `last`: there are no more bytes, so the last row counts without a line end. */
  *grow(filled: number, last: boolean): Generator<void, void> {
    while (this.at < filled) {
      if (!this.findRow(this.at, filled) && !last) return;
      if (this.rows % ROWS_PER_NOTE === 0) {
        this.offsets.push(this.at);
        this.lines.push(this.line * 2 + (this.continued ? 1 : 0));
      }
      this.rows++;
      this.advance();
      if (this.rows % 50_000 === 0) yield;
    }
  }

  /** At most `count` rows from `first` on. */
  read(first: number, count: number): TextRow[] {
    const found: TextRow[] = [];
    const end = Math.min(first + count, this.rows);
    if (first >= end) return found;
    const limit = this.at;
    const note = Math.floor(first / ROWS_PER_NOTE);
    let from = this.offsets.get(note);
    let line = this.lines.get(note) >>> 1;
    let continued = (this.lines.get(note) & 1) === 1;
    for (let row = note * ROWS_PER_NOTE; row < end; row++) {
      this.findRow(from, limit);
      if (row >= first) found.push({ from, to: this.rowEnd, line, continued });
      from = this.nextRow;
      continued = !this.endsLine;
      if (this.endsLine) line++;
    }
    return found;
  }

  /** The row that shows the byte at `offset`. */
  rowOf(offset: number): number {
    const note = this.offsets.lastAtMost(offset);
    if (note < 0) return 0;
    const first = note * ROWS_PER_NOTE;
    const rows = this.read(first, ROWS_PER_NOTE);
    let row = first;
    while (row + 1 < first + rows.length && (rows[row + 1 - first]?.from ?? 0) <= offset) row++;
    return row;
  }

  private advance(): void {
    this.at = this.nextRow;
    this.continued = !this.endsLine;
    if (this.endsLine) this.line++;
  }

  /** Sets `rowEnd`, `nextRow` and `endsLine`. False when the bytes end before the row does. */
  private findRow(from: number, filled: number): boolean {
    let width = 0;
    let at = from;
    while (at < filled) {
      const byte = this.bytes[at] ?? 0;
      if (byte === NEWLINE) {
        this.rowEnd = at > from && this.bytes[at - 1] === RETURN ? at - 1 : at;
        this.nextRow = at + 1;
        this.endsLine = true;
        return true;
      }
      const length = byte < 0x80 ? 1 : utf8Length(byte);
      width += columnsOf(byte, this.bytes[at + 1] ?? 0);
      if (width > this.columns && at > from) {
        this.rowEnd = this.nextRow = at;
        this.endsLine = false;
        return true;
      }
      at += length;
    }
    this.rowEnd = this.nextRow = filled;
    this.endsLine = false;
    return false;
  }
}

/**
 * The maximum number of columns that the character starting with these bytes may take. If it takes fewer, the row is a
 * little short, which is better than being cut off.
 */
function columnsOf(lead: number, second: number): number {
  if (lead < 0x20) return lead === TAB ? TAB_COLUMNS : ESCAPE_COLUMNS;
  if (lead < 0x7f) return 1;
  if (lead === 0x7f || (lead === 0xc2 && second <= 0xad)) return ESCAPE_COLUMNS;
  if (lead === 0xe2 && (second === 0x80 || second === 0x81)) return ESCAPE_COLUMNS;
  if (lead === 0xef || (lead === 0xd8 && second === 0x9c)) return ESCAPE_COLUMNS;
  return lead < 0xe0 ? 1 : 2;
}
