import { requestNames } from './requests';

export type ExportFormat = 'csv' | 'json' | 'ndjson';

/** Most records of one `writeExport`. */
export const MAX_EXPORT_RECORDS = 5_000;

/** A part of an export: cells for CSV, in the order of its columns; JSON texts for the other two, written as they are. */
export type ExportPart =
  | { readonly kind: 'cells'; readonly records: readonly (readonly (string | number | null)[])[] }
  | { readonly kind: 'json'; readonly texts: readonly string[] };

/** A table as a file that the person chooses, part by part: neither side ever holds the whole file. */
export interface ExportRequests {
  /** Asks where to write. Null when the person chose no file. `columns` are the head of a CSV. */
  beginExport: {
    argument: {
      what: string;
      suggestedName: string;
      format: ExportFormat;
      columns: readonly string[];
    };
    result: { readonly exportId: string; readonly path: string } | null;
  };
  /** Done when the part is written, so that nothing piles up. Cells that begin a formula are made harmless. */
  writeExport: { argument: { exportId: string; part: ExportPart }; result: null };
  /** The file has its name only now. Gives its size in bytes. */
  finishExport: { argument: { exportId: string }; result: { readonly path: string; readonly bytes: number } };
  /** Leaves no file, and a file of that name as it was. */
  abandonExport: { argument: { exportId: string }; result: null };
}

export const exportRequestNames = requestNames<ExportRequests>({
  beginExport: true,
  writeExport: true,
  finishExport: true,
  abandonExport: true,
});
