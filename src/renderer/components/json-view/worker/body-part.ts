import { BodyUnreadable, fillFrom, type ReadSlice } from './body-reader';
import type { ViewerSource, ViewerState } from './messages';

/** The body's bytes as they arrive, in one buffer of the body's size, which is known from the start. */
export class BodyPart {
  readonly bytes: Uint8Array;
  filled = 0;
  phase: ViewerState['phase'] = 'reading';
  problem: string | null = null;
  private reading: AbortController | null = null;

  constructor(
    private readonly source: ViewerSource,
    private readonly readerFor: (address: string) => ReadSlice,
  ) {
    this.bytes =
      source.kind === 'stored' ? new Uint8Array(source.bytes) : new TextEncoder().encode(source.text);
  }

  /** True when no more bytes will come. */
  get isSettled(): boolean {
    return this.phase === 'done' || this.phase === 'failed';
  }

  /** Reads on to the end; `onGrowth` is called after each slice and once more at the end, however it ended. */
  async read(onGrowth: () => void): Promise<void> {
    if (this.source.kind !== 'stored') {
      this.filled = this.bytes.length;
      this.phase = this.source.kind === 'text' ? 'done' : 'arriving';
      onGrowth();
      return;
    }
    const reading = new AbortController();
    this.reading = reading;
    this.phase = 'reading';
    try {
      this.filled = await fillFrom(
        this.readerFor(this.source.address),
        this.bytes,
        this.filled,
        reading.signal,
        (filled) => {
          this.filled = filled;
          if (filled < this.bytes.length) onGrowth();
        },
      );
      this.phase = 'done';
      if (this.filled < this.bytes.length) this.fail('The body ended before all of it was read.');
    } catch (error) {
      if (reading.signal.aborted) return;
      this.fail(
        error instanceof BodyUnreadable ? error.message : `The body could not be read: ${String(error)}`,
      );
    }
    onGrowth();
  }

  /** Stops reading; what was read stays. */
  stop(): void {
    if (this.phase !== 'reading') return;
    this.phase = 'stopped';
    this.reading?.abort();
  }

  private fail(problem: string): void {
    this.phase = 'failed';
    this.problem = problem;
  }
}
