/** A cell: text, or a number to compute with. Null and undefined are empty cells. */
export type CsvCell = string | number | bigint | boolean | null | undefined;

/**
 * One record of RFC 4180 with its line break (CRLF). Text that a spreadsheet would take for a formula, even after a
 * separator used in other countries, gets an apostrophe; numbers stay numbers, and no other character is changed.
 */
export function csvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => tableCell(cell, /[",;|\t\r\n]/)).join(',')}\r\n`;
}

/** The same with tabs instead of commas and a plain line break, as spreadsheets read it from the clipboard. */
export function tsvRecord(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => tableCell(cell, /["\t\r\n]/)).join('\t')}\n`;
}

/** Excel reads a file as UTF-8 if it begins with this. Put it before the first record of a file. */
export const CSV_BYTE_ORDER_MARK = '\ufeff';

/** `quoted`: characters that make a cell need quotes. */
function tableCell(cell: CsvCell, quoted: RegExp): string {
  if (cell === null || cell === undefined) {
    return '';
  }
  const text = typeof cell === 'string' ? harmless(cell) : String(cell);
  return quoted.test(text) || text !== text.trim() ? `"${text.replace(/"/g, '""')}"` : text;
}

/**
 * The start of a formula, even in full-width form or after spaces and invisible characters, which a spreadsheet may
 * leave out; tabs and line breaks can hide one.
 */
const FORMULA_START = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/**
 * A separator of other spreadsheets (`;` where the comma is the decimal sign) before the start of a formula. They do
 * not treat the quotes around our cell as quotes, because it begins in the middle of theirs; quotes inside it may begin
 * one.
 */
const SEPARATOR_BEFORE_FORMULA =
  /[;|\t\r\n](?=(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@\uff1d\uff0b\uff0d\uff20])/gu;

function harmless(text: string): string {
  const marked = text.replace(SEPARATOR_BEFORE_FORMULA, "$&'");
  return FORMULA_START.test(text) ? `'${marked}` : marked;
}
