import type { SalvagedTable } from './salvage';

/** What a person calls the rows of a table. */
export interface TableInWords {
  readonly name: string;
  /** In the plural: `history entries`. */
  readonly label: string;
  /** A table that has a row for each row of this one, and can be counted when this one cannot. */
  readonly countedBy?: string;
}

export interface Salvage {
  readonly tables: readonly SalvagedTable[];
  /** What the damaged file is called now. */
  readonly aside: string;
  /** What the library said. */
  readonly why: string;
  /** `deaths`: SQLite found nothing, but the process died over the file. */
  readonly cause: 'damage' | 'deaths';
}

/** Does not mention a table without rows in either file. */
export function describeSalvage(
  { tables, aside, why, cause }: Salvage,
  tableNames: readonly TableInWords[],
): string {
  if (isComplete(tables)) {
    const what =
      cause === 'deaths'
        ? `The database process crashed twice on the same request (${why}).`
        : `A part of the database that is rebuilt from the rest, as its search index is, was damaged (${why}).`;
    return `${what} History, drafts and saved requests are complete: every row was copied into a new database, and the search index fills again in the background. The old file is kept as ${aside} until the app has been started once more.`;
  }
  const counted = tables.map((table) => withCount(table, tables, tableNames));
  const saved = counted
    .filter((table) => table.saved > 0 || table.lost !== 0)
    .map((table) => `${table.saved} ${labelOf(table, tableNames)}${describeLoss(table.lost)}`)
    .join(', ');
  return `The database of history, drafts and saved requests was damaged (${why}). What could be read was saved into a new one: ${saved}. The damaged file was set aside as ${aside}: keep it if what is lost matters, otherwise delete it.`;
}

export function isComplete(tables: readonly SalvagedTable[]): boolean {
  return tables.every(({ lost }) => lost === 0);
}

function withCount(
  table: SalvagedTable,
  all: readonly SalvagedTable[],
  tableNames: readonly TableInWords[],
): SalvagedTable {
  if (table.lost !== null) return table;
  const countedBy = tableNames.find(({ name }) => name === table.name)?.countedBy;
  const other = all.find(({ name }) => name === countedBy);
  if (!other || other.lost === null) return table;
  return { ...table, lost: Math.max(0, other.saved + other.lost - table.saved) };
}

function labelOf({ name }: SalvagedTable, tableNames: readonly TableInWords[]): string {
  return tableNames.find((table) => table.name === name)?.label ?? `rows of ${name}`;
}

function describeLoss(lost: number | null): string {
  if (lost === 0) return '';
  return lost === null ? ' (others are lost; how many is not known)' : ` (${lost} lost)`;
}
