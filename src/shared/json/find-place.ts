import { decodeString } from './json-tree';
import { readJson } from './read-json';

/** A part of a text. UTF-16 offsets. */
export interface TextPlace {
  readonly offset: number;
  readonly length: number;
}

/** The steps of a JSON pointer (RFC 6901), which may be written as a URI fragment; `pointerTo` is the reverse. */
export function pointerSteps(pointer: string): string[] {
  if (pointer === '' || pointer === '#') return [];
  return pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * The position of the value that a JSON pointer names, or of the nearest existing value around it; null if the text
 * up to there is not JSON. If a key repeats, the first one counts.
 */
export function findPlace(text: string, pointer: string): TextPlace | null {
  const finder = new PlaceFinder(text, pointerSteps(pointer));
  readJson(text, finder);
  return finder.found;
}

class PlaceFinder {
  found: TextPlace | null = null;
  private foundDepth = -1;
  /** For each open bracket: the last key read, or the index of the next item. */
  private readonly path: (string | number)[] = [];
  /** Offset of each open bracket that is on the way to the value, otherwise null. */
  private readonly starts: (number | null)[] = [];

  constructor(
    private readonly text: string,
    private readonly steps: readonly string[],
  ) {}

  openObject(start: number): void {
    this.open(start, '');
  }

  openArray(start: number): void {
    this.open(start, 0);
  }

  closeObject(end: number): void {
    this.close(end);
  }

  closeArray(end: number): void {
    this.close(end);
  }

  key(start: number, end: number): void {
    this.path[this.path.length - 1] = decodeString(this.text.slice(start, end));
  }

  scalar(_kind: string, start: number, end: number): void {
    if (this.isPathPrefix()) this.take(start, end, this.path.length);
    this.count();
  }

  private open(start: number, first: string | number): void {
    const onTheWay = this.isPathPrefix();
    this.starts.push(onTheWay ? start : null);
    // Even a bracket that is never closed has a position.
    if (onTheWay) this.take(start, start + 1, this.path.length);
    this.path.push(first);
  }

  private close(end: number): void {
    this.path.pop();
    const start = this.starts.pop() ?? null;
    if (start !== null && this.found?.offset === start) this.found = { offset: start, length: end - start };
    this.count();
  }

  private count(): void {
    const last = this.path[this.path.length - 1];
    if (typeof last === 'number') this.path[this.path.length - 1] = last + 1;
  }

  private isPathPrefix(): boolean {
    const { path, steps } = this;
    return path.length <= steps.length && path.every((step, depth) => String(step) === steps[depth]);
  }

  private take(start: number, end: number, depth: number): void {
    if (depth <= this.foundDepth) return;
    this.foundDepth = depth;
    this.found = { offset: start, length: end - start };
  }
}
