import { parseDateTime } from '@shared/text/format-time';

/** A cell's value for filtering and sorting; null when the row has none. */
export type SortCell = string | number | null;

/** `words` sorts as people sort names, `code` by characters, `time` as RFC 3339 date-times, `number` by value. */
export type Comparison = 'words' | 'code' | 'time' | 'number';

export interface RowView {
  /**
   * Words that must all occur in a row, in any column, ignoring case and accents. `"two words"` must occur together.
   */
  readonly filter: string;
  readonly sort: { readonly column: number; readonly descending: boolean } | null;
}

interface Sorted {
  readonly column: number;
  readonly rows: number;
  /** Row numbers, in ascending order of value. */
  readonly valued: Uint32Array;
  /** Rows without a value in the column, or with one that cannot be compared: they come last in both directions. */
  readonly missing: Uint32Array;
}

/** Determines which rows a view shows, and in which order. Pure and synchronous, to run in a worker. */
export class RowSorter {
  private readonly texts: string[] = [];
  private readonly columns: SortCell[][];
  private sorted: Sorted | null = null;

  constructor(private readonly comparisons: readonly Comparison[]) {
    this.columns = comparisons.map(() => []);
  }

  get rows(): number {
    return this.texts.length;
  }

  /** Each row needs a cell for every column. */
  append(rows: readonly (readonly SortCell[])[]): void {
    for (const cells of rows) {
      this.texts.push(fold(cells.filter((cell) => cell !== null).join('\n')));
      this.columns.forEach((column, index) => column.push(cells[index] ?? null));
    }
  }

  /** Replaces a row's cells. */
  replace(row: number, cells: readonly SortCell[]): void {
    this.texts[row] = fold(cells.filter((cell) => cell !== null).join('\n'));
    this.columns.forEach((column, index) => (column[row] = cells[index] ?? null));
    this.sorted = null;
  }

  /** Numbers of the rows that the view shows, in its order. */
  sort({ filter, sort }: RowView): Uint32Array {
    const words = describeFilter(filter).map((word) => [word, asStored(word)] as const);
    const shows = (row: number): boolean => {
      const text = this.texts[row] ?? '';
      return words.every(([word, stored]) => text.includes(word) || (stored !== '' && text.includes(stored)));
    };
    const found = new Uint32Array(this.rows);
    let count = 0;
    const take = (row: number): void => {
      if (words.length === 0 || shows(row)) found[count++] = row;
    };
    if (sort === null) {
      for (let row = 0; row < this.rows; row += 1) take(row);
    } else {
      const { valued, missing } = this.sortedBy(sort.column);
      if (sort.descending) for (let at = valued.length - 1; at >= 0; at -= 1) take(valued[at] ?? 0);
      else for (const row of valued) take(row);
      for (const row of missing) take(row);
    }
    return found.slice(0, count);
  }

  /** Remembers the last order, so that typing a filter into a sorted table does not sort again. */
  private sortedBy(column: number): Sorted {
    if (this.sorted?.column !== column || this.sorted.rows !== this.rows) this.sorted = this.sortNow(column);
    return this.sorted;
  }

  private sortNow(column: number): Sorted {
    const keys = (this.columns[column] ?? []).map(keyReader(this.comparisons[column] ?? 'code'));
    const valued: number[] = [];
    const missing: number[] = [];
    keys.forEach((key, row) => (key === null ? missing : valued).push(row));
    const compare = comparer(this.comparisons[column] ?? 'code');
    valued.sort((a, b) => compare(keys[a] ?? '', keys[b] ?? '') || a - b);
    return { column, rows: this.rows, valued: Uint32Array.from(valued), missing: Uint32Array.from(missing) };
  }
}

/** The words of a filter, normalised for the search. */
export function describeFilter(filter: string): string[] {
  const words = [...fold(filter).matchAll(/"([^"]+)"?|([^\s"]+)/g)].map(
    ([, phrase, word]) => phrase ?? word ?? '',
  );
  return words.filter((word) => word.trim() !== '');
}

/** A word as its value has it, if it was copied from a cell: `13591` for `13,591`, `1111` for `••1111`. */
function asStored(word: string): string {
  return word.replace(/^•+/, '').replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
}

/**
 * Text without case and accents (a final sigma is a sigma, a sharp s is ss). Both sides are normalised in this way, so
 * that spelling variants match.
 */
function fold(text: string): string {
  // Pure ASCII, like most texts.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return plain.toLowerCase().replace(/ς/g, 'σ').replace(/ß/g, 'ss');
}

type Key = string | number | null;

function keyReader(comparison: Comparison): (cell: SortCell) => Key {
  switch (comparison) {
    case 'time':
      return (cell) => (typeof cell === 'string' ? (parseDateTime(cell)?.getTime() ?? null) : null);
    case 'number':
      return (cell) => (typeof cell === 'number' && !Number.isNaN(cell) ? cell : null);
    case 'words':
    case 'code':
      return (cell) => (cell === null ? null : String(cell));
  }
}

function comparer(comparison: Comparison): (a: string | number, b: string | number) => number {
  if (comparison === 'words') {
    const collator = new Intl.Collator('en', { numeric: true });
    return (a, b) => collator.compare(String(a), String(b));
  }
  return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
}
