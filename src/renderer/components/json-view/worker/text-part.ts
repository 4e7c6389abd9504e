import { JsonNodes } from '../index/json-nodes';
import { decodeBytes } from '../index/json-strings';
import { JsonTokeniser } from '../index/json-tokeniser';
import { MAX_COPY_BYTES, MAX_FORMATTED_SOURCE_BYTES } from '../limits';
import { formatJson } from '../rows/format-json';
import { type Mark, type MatchMarks, marksWithin, textPieces } from '../rows/pieces';
import { TextLines } from '../rows/text-lines';
import type { RowRange, TextLine } from './messages';
import { runInSlices } from './run-in-slices';

const MAX_FORMATTED_BYTES = 96_000_000;

/** A text broken into rows of the current width, with colours when it is JSON. */
export class TextPart {
  readonly lines: TextLines;
  private isGrowing = false;
  private isDropped = false;
  private wanted = { filled: 0, last: false };

  constructor(
    readonly bytes: Uint8Array,
    private readonly nodes: JsonNodes | null,
    columns: number,
    /** True for formatted text, whose offsets are not those of the body. */
    readonly isFormatted: boolean,
  ) {
    this.lines = new TextLines(bytes, columns);
  }

  /** Breaks what arrived since the last call into rows; `onProgress` is called regularly, and at the end. */
  async grow(filled: number, last: boolean, onProgress: () => void): Promise<void> {
    this.wanted = { filled, last };
    if (this.isGrowing) return;
    this.isGrowing = true;
    for (let done: object | null = null; done !== this.wanted && !this.isDropped;) {
      done = this.wanted;
      await runInSlices(
        this.lines.grow(this.wanted.filled, this.wanted.last),
        () => this.isDropped,
        onProgress,
      );
    }
    this.isGrowing = false;
    if (!this.isDropped) onProgress();
  }

  drop(): void {
    this.isDropped = true;
  }

  copy(): string | null {
    const { filled } = this.wanted;
    return filled > MAX_COPY_BYTES ? null : decodeBytes(this.bytes, 0, filled);
  }

  rows({ first, count }: RowRange, search: MatchMarks | null, faultAt: number | null): TextLine[] {
    return this.lines.read(first, count).map(({ from, to, line, continued }) => {
      const marks: Mark[] = marksWithin(search, from, to);
      if (faultAt !== null && faultAt >= from && faultAt <= to) {
        marks.unshift({ from: faultAt, to: Math.max(faultAt + 1, from + 1), emphasis: 'fault' });
      }
      return {
        line: continued ? null : line,
        pieces: textPieces(this.bytes, { from, to }, this.nodes, marks),
      };
    });
  }
}

/** A text part with the same JSON, one value per line; null if that would be too large, or is no longer needed. */
export async function formattedPart(
  bytes: Uint8Array,
  columns: number,
  isDropped: () => boolean,
): Promise<TextPart | null> {
  if (bytes.length > MAX_FORMATTED_SOURCE_BYTES) return null;
  const formatted = (await runInSlices(formatJson(bytes, MAX_FORMATTED_BYTES), isDropped))?.result ?? null;
  if (formatted === null) return null;
  const tokeniser = new JsonTokeniser(formatted);
  tokeniser.read(formatted.length, true);
  return new TextPart(formatted, new JsonNodes(formatted, tokeniser.index), columns, true);
}
