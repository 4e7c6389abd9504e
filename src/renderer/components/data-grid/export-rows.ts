import { MAX_EXPORT_RECORDS, type ExportFormat, type ExportPart } from '@shared/bridge/exports';
import { succeed, type Result } from '@shared/problem';
import type { SortCell } from './sort/row-sorter';

/** Rows to be written to a file. Places count from 0. */
export interface ExportSource {
  /** What the rows are, in the plural: `buyers`. */
  readonly what: string;
  /** Without an extension. */
  readonly fileName: string;
  readonly count: number;
  /** Names of the columns of a CSV. */
  readonly columns: readonly string[];
  cellsAt(place: number): readonly SortCell[];
  /** JSON text of a whole row. */
  jsonAt(place: number): string;
}

export interface ExportOutcome {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
}

/** The number of rows per part: few enough that no frame is missed while it is built. */
const PART = Math.min(200, MAX_EXPORT_RECORDS);

/**
 * Writes rows in parts to a file that the person chooses. Null when no file was chosen, or when it was cancelled, in
 * which case no file is left.
 */
export async function exportRows(
  source: ExportSource,
  format: ExportFormat,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<Result<ExportOutcome | null>> {
  const { explorer } = window;
  const begun = await explorer.beginExport({
    what: source.what,
    suggestedName: `${source.fileName}.${format}`,
    format,
    columns: source.columns,
  });
  if (!begun.ok) return begun;
  if (begun.value === null) return succeed(null);
  const { exportId } = begun.value;
  for (let from = 0; from < source.count; from += PART) {
    const to = Math.min(from + PART, source.count);
    const written = await explorer.writeExport({ exportId, part: partOf(source, format, from, to) });
    if (!written.ok) return written;
    onRows(to);
    if (signal.aborted) {
      const abandoned = await explorer.abandonExport({ exportId });
      return abandoned.ok ? succeed(null) : abandoned;
    }
  }
  const finished = await explorer.finishExport({ exportId });
  return finished.ok ? succeed({ ...finished.value, rows: source.count }) : finished;
}

function partOf(source: ExportSource, format: ExportFormat, from: number, to: number): ExportPart {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  return format === 'csv'
    ? { kind: 'cells', records: places.map((place) => source.cellsAt(place)) }
    : { kind: 'json', texts: places.map((place) => source.jsonAt(place)) };
}
