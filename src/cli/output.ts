import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { maskedPieces } from '@main/secrets/masked-pieces';
import { maskCardData } from '@shared/cards/mask-card-data';
import { csvRecord, type CsvCell } from '@shared/text/csv';
import { fileTrouble } from '@shared/text/file-trouble';
import type { Format } from './formats';
import { UsageError } from './usage-error';
import { visible } from './visible';

/**
 * Where results go: standard output, or a file. Words for people go to standard error, and are not part of this. Card data
 * in texts is masked here, as in whatever leaves the app: no command has a way past it.
 */
export class Output {
  private readonly target: Writable;
  private readonly isTerminal: boolean;
  private failure: Error | null = null;
  /** Bytes that are in the file. */
  private readonly written: () => number;
  /** The file, once it is there and is ours. */
  private made: string | null = null;
  private gone = false;

  constructor(
    private readonly file: string | null,
    stdout: Writable & { readonly isTTY?: boolean },
  ) {
    // A file that is there is not written over.
    const fileStream = file === null ? null : createWriteStream(file, { flags: 'wx', mode: 0o600 });
    this.target = fileStream ?? stdout;
    this.written = () => fileStream?.bytesWritten ?? 0;
    this.isTerminal = file === null && stdout.isTTY === true;
    this.target.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') this.gone = true;
      // Of what was written to is said which it is: a write names no file by itself.
      else this.failure = file === null ? error : Object.assign(error, { path: file });
    });
  }

  /** The reader of the pipe has what it wanted. What is written from then on is nobody's, and no error. */
  get isGone(): boolean {
    return this.gone;
  }

  /** Throws a `UsageError` where the file cannot be made: before anything is sent whose result would be lost. */
  async ready(): Promise<void> {
    if (this.file === null) return;
    await once(this.target, 'open').catch((error: unknown) => {
      throw new UsageError(`--output ${this.file}: ${fileTrouble(error)}. Nothing was sent.`);
    });
    this.made = this.file;
  }

  /** A text that no field goes beyond: what is masked is found by its name. */
  async write(text: string): Promise<void> {
    await this.put(maskCardData(text));
  }

  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** A body of any size. What is no text goes out as it came, as it does into a file of the window's. */
  async body(pieces: AsyncIterable<Buffer>, encoding: 'utf-8' | 'binary'): Promise<void> {
    for await (const piece of encoding === 'utf-8' ? maskedPieces(pieces) : pieces) await this.put(piece);
  }

  /** Waits while the reader is slower. */
  private async put(text: string | Uint8Array): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.gone) return;
    // What came from elsewhere must not steer a terminal; a pipe and a file get every character.
    const shown = this.isTerminal ? visible(Buffer.from(text).toString('utf8')) : text;
    if (this.target.write(shown)) return;
    await once(this.target, 'drain').catch((error: unknown) => {
      if (!this.gone) throw error;
    });
  }

  async close(): Promise<void> {
    if (this.made !== null) {
      this.target.end();
      if (!this.target.closed) await once(this.target, 'close').catch(() => undefined);
      // Of a command that came to nothing, or a full disk: an empty file would stand in the way of the next one.
      if (this.written() === 0) await rm(this.made, { force: true });
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

/** No column is wider: one long value would pad every row. A longer value stands whole, and moves its own row alone. */
const WIDEST_COLUMN = 80;

/** Columns under each other; the last one ends where its text ends. */
export function alignedLines(columns: readonly string[], rows: readonly Row[]): string[] {
  const cells = [columns, ...rows.map((row) => columns.map((column) => textOf(row[column] ?? null)))];
  const widths = columns.map((_column, at) =>
    Math.min(WIDEST_COLUMN, Math.max(...cells.map((line) => (line[at] ?? '').length))),
  );
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
