import { dirname } from 'node:path';
import type { ExportFormat, ExportPart } from '@shared/bridge/exports';
import { maskCardData, maskCardValue } from '@shared/cards/mask-card-data';
import { CSV_BYTE_ORDER_MARK, csvRecord } from '@shared/text/csv';
import { AtomicFile } from '../files/atomic-file';
import { removeOldPartialsIn } from '../files/old-partials';

/** An export under way. Parts are written in the order of the calls. */
export class ExportFile {
  /** No `TaskQueue`: once a part could not be written, none after it may be, or the file would have a gap. */
  private queue: Promise<void> = Promise.resolve();
  private records = 0;
  private bytes = 0;

  private constructor(
    readonly path: string,
    private readonly format: ExportFormat,
    private readonly file: AtomicFile,
  ) {}

  static async begin(path: string, format: ExportFormat, columns: readonly string[]): Promise<ExportFile> {
    const created = new ExportFile(path, format, await AtomicFile.begin(path));
    // An app that was killed could not remove what it had written of an export: rows with people's data.
    await removeOldPartialsIn(dirname(path));
    try {
      if (format === 'csv') await created.add(CSV_BYTE_ORDER_MARK + csvRecord(columns.map(maskCardData)));
      if (format === 'json') await created.add('[');
      return created;
    } catch (error) {
      await created.abandon();
      throw error;
    }
  }

  /** Throws before anything is written if the part does not suit the format or a text is not JSON. */
  async write(part: ExportPart): Promise<void> {
    await this.add(part.kind === 'cells' ? this.csvText(part.records) : this.jsonText(part.texts));
  }

  /** Gives the file its name and returns its size in bytes. */
  async finish(): Promise<number> {
    if (this.format === 'json') await this.add(this.records === 0 ? ']\n' : '\n]\n');
    await this.queue;
    await this.file.commit();
    return this.bytes;
  }

  async abandon(): Promise<void> {
    await this.queue.catch(() => undefined);
    await this.file.abandon();
  }

  private csvText(records: readonly (readonly (string | number | null)[])[]): string {
    if (this.format !== 'csv') throw new Error(`an export as ${this.format} takes JSON texts`);
    return records.map((record) => csvRecord(record.map(withoutCards))).join('');
  }

  private jsonText(texts: readonly string[]): string {
    if (this.format === 'csv') throw new Error('an export as CSV takes cells');
    const lines = texts.map((text) => maskCardValue([], onOneLine(text)));
    if (this.format === 'ndjson') return lines.map((line) => `${line}\n`).join('');
    const separated = lines.map((line, index) => `${this.records + index === 0 ? '' : ','}\n${line}`);
    this.records += lines.length;
    return separated.join('');
  }

  private add(text: string): Promise<void> {
    const content = Buffer.from(text);
    this.bytes += content.length;
    this.queue = this.queue.then(() => this.file.write(content));
    return this.queue;
  }
}

function withoutCards(cell: string | number | null): string | number | null {
  return cell === null ? null : typeof cell === 'string' ? maskCardData(cell) : numberCell(cell);
}

function numberCell(cell: number): string | number {
  const masked = maskCardData(String(cell));
  return masked === String(cell) ? cell : masked;
}

/**
 * A JSON text without line breaks and otherwise unchanged: line breaks can only be between tokens. Throws if it is
 * not JSON, so that a file made of many such texts is JSON too.
 */
export function onOneLine(text: string): string {
  JSON.parse(text);
  return text.trim().replace(/[ \t]*[\r\n]+[ \t]*/g, '');
}
