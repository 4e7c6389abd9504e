import type { SessionLine } from '@shared/history/session-outcome';

/** Milliseconds between two events: often enough for an eye, seldom enough for the window. */
const INTERVAL_MS = 100;

/** Gathers lines and hands them on together. */
export class LineBatches {
  private lines: SessionLine[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly send: (lines: readonly SessionLine[]) => void) {}

  add(line: SessionLine): void {
    this.lines.push(line);
    this.timer ??= setTimeout(() => this.flush(), INTERVAL_MS);
  }

  flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.lines.length === 0) return;
    this.send(this.lines);
    this.lines = [];
  }
}
