import { requestNames } from './requests';

export type ExportFormat = 'csv' | 'json' | 'ndjson';

/** Most records of one `writeExport`. */
export const MAX_EXPORT_RECORDS = 5_000;

/** A part of an export: cells for CSV, in the order of its columns; JSON texts for the other two formats, written unchanged. */
export type ExportPart =
  | { readonly kind: 'cells'; readonly records: readonly (readonly (string | number | null)[])[] }
  | { readonly kind: 'json'; readonly texts: readonly string[] };

/** Writes a table to a file that the person chooses, part by part: neither side ever holds the whole file. */
export interface ExportRequests {
  /** Asks where to write. Null if the person chose no file. `columns` are the header of a CSV. */
  beginExport: {
    argument: {
      what: string;
      suggestedName: string;
      format: ExportFormat;
      columns: readonly string[];
    };
    result: { readonly exportId: string; readonly path: string } | null;
  };
  /**
   * Resolves when the part is written, so that parts do not pile up. Cells that look like formulas are made harmless.
   */
  writeExport: { argument: { exportId: string; part: ExportPart }; result: null };
  /** Gives the file its final name. Returns its size in bytes. */
  finishExport: { argument: { exportId: string }; result: { readonly path: string; readonly bytes: number } };
  /** Leaves no new file, and an existing file of that name unchanged. */
  abandonExport: { argument: { exportId: string }; result: null };
}

export const exportRequestNames = requestNames<ExportRequests>({
  beginExport: true,
  writeExport: true,
  finishExport: true,
  abandonExport: true,
});
