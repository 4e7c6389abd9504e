/** Numbers of 32 bits for an id, and one for its row. */
const ID_PARTS = 4;
const CELL = ID_PARTS + 1;
/** A power of two, as every capacity after it. */
const FIRST_CAPACITY = 1_024;

/**
 * The row in which each id came first. As texts, a million ids took 200 MB; a UUID is four numbers here, in a table with
 * open addressing. Exact: no two ids are taken for one another. Any id that is no UUID in lower case, as nearly every
 * service writes it, is kept as text.
 */
export class RowOfId {
  private readonly others = new Map<string, number>();
  private readonly parts = new Uint32Array(ID_PARTS);
  private cells = new Uint32Array(FIRST_CAPACITY * CELL);
  private count = 0;

  /** Notes the row unless the id was there before; then it is the row that was. */
  note(id: string, row: number): number | null {
    const { parts } = this;
    if (!readUuid(id, parts)) {
      const before = this.others.get(id);
      // A copy: a part of a page's text holds all of it.
      if (before === undefined) this.others.set(Buffer.from(id, 'utf16le').toString('utf16le'), row);
      return before ?? null;
    }
    if ((this.count + 1) * CELL * 2 > this.cells.length) this.grow();
    const place = this.placeOf(parts);
    const before = this.cells[place + ID_PARTS] ?? 0;
    if (before > 0) return before;
    this.cells.set(parts, place);
    this.cells[place + ID_PARTS] = row;
    this.count += 1;
    return null;
  }

  /** Where these parts are, or would be: an empty cell has row 0. */
  private placeOf(parts: Uint32Array): number {
    const { cells } = this;
    const last = cells.length / CELL - 1;
    const [first = 0, second = 0, third = 0, fourth = 0] = parts;
    const mixed = Math.imul(
      first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b) ^ fourth,
      0xc2b2ae35,
    );
    // The upper bits depend on all of the lower ones.
    for (let at = (mixed ^ (mixed >>> 15)) & last; ; at = (at + 1) & last) {
      const place = at * CELL;
      if (cells[place + ID_PARTS] === 0) return place;
      if (
        cells[place] === first &&
        cells[place + 1] === second &&
        cells[place + 2] === third &&
        cells[place + 3] === fourth
      )
        return place;
    }
  }

  private grow(): void {
    const before = this.cells;
    this.cells = new Uint32Array(before.length * 2);
    for (let place = 0; place < before.length; place += CELL) {
      if (before[place + ID_PARTS] === 0) continue;
      const cell = before.subarray(place, place + CELL);
      this.cells.set(cell, this.placeOf(cell));
    }
  }
}

const UUID_LENGTH = 36;
/** Where each part of a UUID has its digits; hyphens stand between. */
const DIGITS_OF_PART = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [9, 10, 11, 12, 14, 15, 16, 17],
  [19, 20, 21, 22, 24, 25, 26, 27],
  [28, 29, 30, 31, 32, 33, 34, 35],
].map((places) => Uint8Array.from(places));
const HYPHENS = Uint8Array.of(8, 13, 18, 23);
const HYPHEN = 0x2d;
/** What is no digit. */
const NONE = 255;
/** The value of each digit in lower case, by its character. */
const DIGITS = new Uint8Array(128).fill(NONE);
[...'0123456789abcdef'].forEach((digit, value) => (DIGITS[digit.charCodeAt(0)] = value));

/** Reads a UUID in lower case into its parts; false for any other text. */
function readUuid(id: string, parts: Uint32Array): boolean {
  if (id.length !== UUID_LENGTH) return false;
  for (const at of HYPHENS) if (id.charCodeAt(at) !== HYPHEN) return false;
  for (let part = 0; part < ID_PARTS; part += 1) {
    let value = 0;
    for (const at of DIGITS_OF_PART[part] ?? []) {
      const digit = DIGITS[id.charCodeAt(at)] ?? NONE;
      if (digit === NONE) return false;
      value = (value << 4) | digit;
    }
    parts[part] = value;
  }
  return true;
}
