import { textAt } from './item-texts';

/** Four 32-bit numbers for an id, and one for its row. */
const ID_PARTS = 4;
const ENTRY = ID_PARTS + 1;
/** Entries are kept in chunks of this many, so that none is ever copied. */
const CHUNK_BITS = 13;
const CHUNK = 1 << CHUNK_BITS;
/** A power of two, like every later capacity. */
const FIRST_CAPACITY = 1_024;

/**
 * The row in which each id came first. As strings, a million ids took 200 MB. Here a UUID is four numbers, found
 * through a hash table with open addressing that holds only entry numbers: 28 MB. It is exact: different ids are
 * never confused. An id that is not a lower-case UUID, as nearly all services send, is kept as text.
 */
export class RowOfId {
  private readonly others = new Map<string, number>();
  private readonly parts = new Uint32Array(ID_PARTS);
  private readonly chunks: Uint32Array[] = [];
  /** Numbers of entries, from 1; 0 is an empty cell. */
  private cells = new Uint32Array(FIRST_CAPACITY);
  private count = 0;

  /** Notes the row of the id between `start` and `end`. If the id was noted before, returns its first row instead. */
  noteWritten(texts: Uint8Array, start: number, end: number, row: number): number | null {
    if (end - start === UUID_LENGTH && readUuid(texts, start, this.parts)) return this.noteParts(row);
    return this.note(textAt(texts, start, end), row);
  }

  note(id: string, row: number): number | null {
    const bytes = Buffer.from(id);
    if (bytes.length === UUID_LENGTH && readUuid(bytes, 0, this.parts)) return this.noteParts(row);
    const before = this.others.get(id);
    if (before === undefined) this.others.set(id, row);
    return before ?? null;
  }

  private noteParts(row: number): number | null {
    const { parts } = this;
    if ((this.count + 1) * 2 > this.cells.length) this.grow();
    const [first = 0, second = 0, third = 0, fourth = 0] = parts;
    const last = this.cells.length - 1;
    let at = hashOf(first, second, third, fourth) & last;
    for (let entry = this.cells[at] ?? 0; entry !== 0; entry = this.cells[at] ?? 0) {
      const chunk = this.chunkOf(entry - 1);
      const place = placeOf(entry - 1);
      if (
        chunk[place] === first &&
        chunk[place + 1] === second &&
        chunk[place + 2] === third &&
        chunk[place + 3] === fourth
      )
        return chunk[place + ID_PARTS] ?? null;
      at = (at + 1) & last;
    }
    const chunk = this.chunkOf(this.count);
    const place = placeOf(this.count);
    chunk[place] = first;
    chunk[place + 1] = second;
    chunk[place + 2] = third;
    chunk[place + 3] = fourth;
    chunk[place + ID_PARTS] = row;
    this.count += 1;
    this.cells[at] = this.count;
    return null;
  }

  private chunkOf(index: number): Uint32Array {
    return (this.chunks[index >>> CHUNK_BITS] ??= new Uint32Array(CHUNK * ENTRY));
  }

  private grow(): void {
    const cells = new Uint32Array(this.cells.length * 2);
    const last = cells.length - 1;
    for (let index = 0; index < this.count; index += 1) {
      const chunk = this.chunkOf(index);
      const place = placeOf(index);
      const hash = hashOf(
        chunk[place] ?? 0,
        chunk[place + 1] ?? 0,
        chunk[place + 2] ?? 0,
        chunk[place + 3] ?? 0,
      );
      let at = hash & last;
      while (cells[at] !== 0) at = (at + 1) & last;
      cells[at] = index + 1;
    }
    this.cells = cells;
  }
}

/** Where an entry begins in its chunk. */
function placeOf(index: number): number {
  return (index & (CHUNK - 1)) * ENTRY;
}

function hashOf(first: number, second: number, third: number, fourth: number): number {
  const mixed = Math.imul(
    first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b) ^ fourth,
    0xc2b2ae35,
  );
  // The upper bits depend on all lower ones.
  return mixed ^ (mixed >>> 15);
}

const UUID_LENGTH = 36;
/** The positions of a UUID's digits, between its hyphens. */
const DIGITS = Uint8Array.from(
  [...'00000000-0000-0000-0000-000000000000'].flatMap((sign, place) => (sign === '-' ? [] : [place])),
);
const DIGITS_OF_PART = DIGITS.length / ID_PARTS;
const HYPHENS = Uint8Array.of(8, 13, 18, 23);
const HYPHEN = 0x2d;
/** The value of each lower-case digit by its character code; 255 for any other character. */
const VALUES = new Uint8Array(256).fill(255);
[...'0123456789abcdef'].forEach((digit, value) => (VALUES[digit.charCodeAt(0)] = value));

/** Reads a lower-case UUID into its parts; false for any other text of the same length. */
function readUuid(texts: Uint8Array, start: number, parts: Uint32Array): boolean {
  for (const at of HYPHENS) if (texts[start + at] !== HYPHEN) return false;
  let all = 0;
  for (let part = 0; part < ID_PARTS; part += 1) {
    let value = 0;
    for (let digit = part * DIGITS_OF_PART; digit < (part + 1) * DIGITS_OF_PART; digit += 1) {
      const one = VALUES[texts[start + (DIGITS[digit] ?? 0)] ?? 0] ?? 0;
      all |= one;
      value = (value << 4) | one;
    }
    parts[part] = value;
  }
  return all < 16;
}
