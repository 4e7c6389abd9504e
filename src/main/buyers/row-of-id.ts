/** As nearly every service writes it, in lower case; any other id is kept as text. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Numbers of 32 bits for an id, and one for its row. */
const ID_PARTS = 4;
const CELL = ID_PARTS + 1;
const FIRST_CAPACITY = 1_024;

/**
 * The row in which each id came first. As texts, a million ids took 200 MB; a UUID is four numbers here, in a table with
 * open addressing. Exact: no two ids are taken for one another.
 */
export class RowOfId {
  private readonly others = new Map<string, number>();
  private cells = new Uint32Array(FIRST_CAPACITY * CELL);
  private count = 0;

  /** Notes the row unless the id was there before; then it is the row that was. */
  note(id: string, row: number): number | null {
    if (!UUID.test(id)) {
      const before = this.others.get(id);
      if (before === undefined) this.others.set(id, row);
      return before ?? null;
    }
    if ((this.count + 1) * CELL * 2 > this.cells.length) this.grow();
    const parts = partsOf(id);
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
    const capacity = cells.length / CELL;
    const [first = 0, second = 0, third = 0, fourth = 0] = parts;
    const mixed = Math.imul(
      first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca6b) ^ fourth,
      0xc2b2ae35,
    );
    for (let at = (mixed >>> 0) % capacity; ; at = at + 1 === capacity ? 0 : at + 1) {
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

function partsOf(id: string): Uint32Array {
  const parts = new Uint32Array(ID_PARTS);
  parts[0] = parseInt(id.slice(0, 8), 16);
  parts[1] = parseInt(id.slice(9, 13) + id.slice(14, 18), 16);
  parts[2] = parseInt(id.slice(19, 23) + id.slice(24, 28), 16);
  parts[3] = parseInt(id.slice(28), 16);
  return parts;
}
