import { decodeString } from '@shared/json/json-tree';
import { readJson } from '@shared/json/read-json';

/** The steps from the root of a JSON text to the value or key that contains an offset. */
export function pathAt(text: string, offset: number): (string | number)[] {
  const tracker = new PathTracker(text, offset);
  readJson(text, tracker);
  return tracker.found ?? [];
}

class PathTracker {
  found: (string | number)[] | null = null;
  /** For each open bracket, the last key read or the index of the next item. */
  readonly #steps: (string | number)[] = [];

  constructor(
    private readonly text: string,
    private readonly offset: number,
  ) {}

  openObject(): void {
    this.#steps.push('');
  }

  openArray(): void {
    this.#steps.push(0);
  }

  closeObject(): void {
    this.#leave();
  }

  closeArray(): void {
    this.#leave();
  }

  key(start: number, end: number): void {
    this.#steps[this.#steps.length - 1] = decodeString(this.text.slice(start, end));
    this.#look(start, end);
  }

  scalar(_kind: string, start: number, end: number): void {
    this.#look(start, end);
    this.#countItem();
  }

  #leave(): void {
    this.#steps.pop();
    this.#countItem();
  }

  #countItem(): void {
    const last = this.#steps[this.#steps.length - 1];
    if (typeof last === 'number') this.#steps[this.#steps.length - 1] = last + 1;
  }

  #look(start: number, end: number): void {
    if (this.offset >= start && this.offset < end) this.found ??= [...this.#steps];
  }
}
