import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { csvRecord, type CsvCell } from '@shared/text/csv';
import type { Format } from './formats';

/** Where results go: standard output, or a file. Words for people go to standard error, and are not part of this. */
export class Output {
  private readonly target: Writable;
  private failure: Error | null = null;

  constructor(file: string | null, stdout: Writable) {
    // A file that is there is not written over.
    this.target = file === null ? stdout : createWriteStream(file, { flags: 'wx', mode: 0o600 });
    this.target.on('error', (error) => (this.failure = error));
    this.isOwn = file !== null;
  }

  private readonly isOwn: boolean;

  /** Rejects where the file cannot be written: before anything is sent whose result would be lost. */
  async ready(): Promise<void> {
    if (this.isOwn) await once(this.target, 'open');
  }

  /** Waits while the reader is slower. */
  async write(text: string | Uint8Array): Promise<void> {
    if (this.failure) throw this.failure;
    if (!this.target.write(text)) await once(this.target, 'drain');
  }

  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  async close(): Promise<void> {
    if (this.isOwn) {
      this.target.end();
      await once(this.target, 'close');
    }
    if (this.failure) throw this.failure;
  }
}

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, CsvCell>>;

/** Rows in any format but that of one text; `columns` are those of text and CSV, in their order. */
export async function writeRows(
  output: Output,
  format: Format,
  columns: readonly string[],
  rows: readonly Row[],
  /** What JSON and NDJSON hold of each row; the row itself unless given. */
  values: readonly unknown[] = rows,
): Promise<void> {
  switch (format) {
    case 'json':
      await output.line(JSON.stringify(values, null, 2));
      return;
    case 'ndjson':
      for (const value of values) await output.line(JSON.stringify(value));
      return;
    case 'csv':
      await output.write(csvRecord(columns));
      for (const row of rows) await output.write(csvRecord(columns.map((column) => row[column] ?? null)));
      return;
    case 'text':
    case 'junit':
      for (const line of alignedLines(columns, rows)) await output.line(line);
  }
}

/** Columns under each other; the last one ends where its text ends. */
export function alignedLines(columns: readonly string[], rows: readonly Row[]): string[] {
  const cells = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column] ?? null)))];
  const widths = columns.map((_column, at) => Math.max(...cells.map((line) => (line[at] ?? '').length)));
  return cells.map((line) =>
    line
      .map((cell, at) => (at === line.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function textOf(cell: CsvCell): string {
  return visible(String(cell ?? '-')).replace(/\s/g, ' ');
}

/** What an answer says must not move the cursor of a terminal, or hide. Line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
}
