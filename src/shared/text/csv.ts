/** A cell: text, or a number that a table computes with. Null and undefined are empty cells. */
export type CsvCell = string | number | bigint | boolean | null | undefined;

/**
 * One record of RFC 4180 with its line break (CRLF). Text that a spreadsheet would take for a formula gets a leading
 * apostrophe, which spreadsheets read as "this is text"; numbers stay numbers.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => tableCell(cell, /[",\r\n]/)).join(',')}\r\n`;
}

/** The same with tabs instead of commas and a plain line break: what spreadsheets take from the clipboard. */
export function tsvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => tableCell(cell, /["\t\r\n]/)).join('\t')}\n`;
}

/** Excel takes a file for UTF-8 when it begins with this. Put it before the first record of a file. */
export const CSV_BYTE_ORDER_MARK = '\ufeff';

/** `quoted`: what makes a cell need quotes. */
function tableCell(cell: CsvCell, quoted: RegExp): string {
  if (cell === null || cell === undefined) {
    return '';
  }
  const text = typeof cell === 'string' ? harmless(cell) : String(cell);
  return quoted.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text;
}

/** What begins a formula, also behind spaces and in its full-width form; tab and line breaks can hide one. */
const FORMULA_START = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function harmless(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}
