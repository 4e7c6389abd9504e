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
 * Where results go: standard output, or a file. Messages for people go to standard error, which this does not handle.
 * Card data in texts is masked here, as in everything that leaves the app, so that no command can bypass it.
 */
export class Output {
  private readonly target: Writable;
  private readonly isTerminal: boolean;
  private failure: Error | null = null;
  /** The number of bytes in the file. */
  private readonly written: () => number;
  /** The path of the file once this run has created it. */
  private made: string | null = null;
  private gone = false;

  constructor(
    private readonly file: string | null,
    stdout: Writable & { readonly isTTY?: boolean },
  ) {
    // A file that exists is not overwritten.
    const fileStream = file === null ? null : createWriteStream(file, { flags: 'wx', mode: 0o600 });
    this.target = fileStream ?? stdout;
    this.written = () => fileStream?.bytesWritten ?? 0;
    this.isTerminal = file === null && stdout.isTTY === true;
    this.target.on('error', (error) => this.fail(error));
  }

  /** True once the reader of the pipe has gone away. Anything written after that is lost, which is not an error. */
  get isGone(): boolean {
    return this.gone;
  }

  /** Throws a `UsageError` if the file cannot be created, before anything is sent whose result would be lost. */
  async ready(): Promise<void> {
    if (this.file === null) return;
    await once(this.target, 'open').catch((error: unknown) => {
      throw new UsageError(`--output ${this.file}: ${fileTrouble(error)}. Nothing was sent.`);
    });
    this.made = this.file;
  }

  /** Writes a text. Every field in it has to be complete, because what has to be masked is found by its name. */
  async write(text: string): Promise<void> {
    await this.put(maskCardData(text));
  }

  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /**
   * Writes a body of any size. A body that is not text is written as it was received, as it is when the window saves
   * one to a file.
   */
  async body(pieces: AsyncIterable<Buffer>, encoding: 'utf-8' | 'binary'): Promise<void> {
    for await (const piece of encoding === 'utf-8' ? maskedPieces(pieces) : pieces) await this.put(piece);
  }

  /** Writes a part; waits while the reader is slow. */
  private async put(text: string | Uint8Array): Promise<void> {
    if (this.failure) throw this.failure;
    if (this.gone) return;
    // Foreign text must not control a terminal; a pipe or a file gets every character.
    const shown = this.isTerminal ? visible(Buffer.from(text).toString('utf8')) : text;
    if (this.target.write(shown, (error) => error && this.fail(error))) return;
    await once(this.target, 'drain').catch((error: unknown) => {
      if (!this.gone) throw error;
    });
  }

  /** Resolves once everything so far has been written: a short text fails only afterwards. Throws if it could not be. */
  async flush(): Promise<void> {
    if (this.failure === null && !this.gone)
      await new Promise<void>((resolve) => this.target.write('', () => resolve()));
    if (this.failure) throw this.failure;
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') this.gone = true;
    // What was still to be written once the reader had gone fails as well.
    else if (!this.gone)
      // The file's path is added to the error, because a failed write does not name it.
      this.failure ??= this.file === null ? error : Object.assign(error, { path: this.file });
  }

  async close(): Promise<void> {
    if (this.made !== null) {
      this.target.end();
      if (!this.target.closed) await once(this.target, 'close').catch(() => undefined);
      // An empty file, left by a command without output or by a full disk, would be in the way of the next command.
      if (this.written() === 0) await rm(this.made, { force: true });
    }
    if (this.failure) throw this.failure;
  }
}

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, CsvCell>>;

/** Writes rows in any format except for a single text; `columns` are the columns for text and CSV, in order. */
export async function writeRows(
  output: Output,
  format: Format,
  columns: readonly string[],
  rows: readonly Row[],
  /** What JSON and NDJSON show for each row; by default the row itself. */
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

/**
 * The maximum width to which a column is padded: one long value would otherwise widen every row. A longer value is
 * shown in full, and shifts only its own row.
 */
const WIDEST_COLUMN = 80;

/** Aligned columns; the last one is not padded. */
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
