import type { JsonNodes, Span } from '../index/json-nodes';
import { PagedColumn } from '../index/paged-column';
import type { MatchMarks } from '../rows/pieces';
import { findInJson, findInText, MAX_MATCHES } from '../search/find-matches';
import { Needle } from '../search/needle';
import type { SearchState } from './messages';
import { runInSlices } from './run-in-slices';

const PROGRESS_EVERY_MS = 100;

export interface SearchScope {
  readonly bytes: Uint8Array;
  /** Ascending, without overlap. */
  readonly ranges: readonly Span[];
  /** When given, searches the keys and values of JSON; otherwise plain text. */
  readonly nodes: JsonNodes | null;
}

interface Running {
  readonly marks: { -readonly [Key in keyof MatchMarks]: MatchMarks[Key] };
  done: boolean;
}

/** One search at a time: the matches, and which is the current one. */
export class SearchPart {
  private running: Running | null = null;

  constructor(private readonly report: (state: SearchState) => void) {}

  get marks(): MatchMarks | null {
    return this.running?.marks ?? null;
  }

  /** Offset of the current match, or -1. */
  get currentOffset(): number {
    const marks = this.running?.marks;
    return marks === undefined || marks.current < 0 ? -1 : marks.matches.get(marks.current);
  }

  get byteLength(): number {
    return this.running?.marks.matches.byteLength ?? 0;
  }

  clear(): void {
    if (this.running === null) return;
    this.running = null;
    this.report({ count: 0, capped: false, done: true, current: -1 });
  }

  /** Replaces the previous search. The first match at or after `anchor`, an offset, becomes the current one. */
  async start(text: string, matchCase: boolean, scope: SearchScope, anchor: number): Promise<void> {
    const needle = new Needle(text, matchCase, scope.nodes !== null);
    const matches = new PagedColumn();
    const running: Running = { marks: { bytes: scope.bytes, matches, needle, current: -1 }, done: false };
    this.running = running;
    let reported = performance.now();
    const finished = await runInSlices(
      search(scope, needle, matches),
      () => this.running !== running,
      () => {
        if (performance.now() - reported < PROGRESS_EVERY_MS) return;
        reported = performance.now();
        this.settleCurrent(running, anchor);
        this.say(running);
      },
    );
    if (finished === null) return;
    running.done = true;
    this.settleCurrent(running, anchor);
    if (running.marks.current < 0 && matches.length > 0) running.marks.current = 0;
    this.say(running);
  }

  /** Goes to the next or previous match, wrapping around. Returns its offset, or null. */
  step(by: 1 | -1 | 0): number | null {
    const running = this.running;
    if (running === null || running.marks.matches.length === 0) return null;
    const count = running.marks.matches.length;
    const from = running.marks.current < 0 && by <= 0 ? 0 : running.marks.current;
    running.marks.current = (from + by + count) % count;
    if (by !== 0) this.say(running);
    return running.marks.matches.get(running.marks.current);
  }

  private settleCurrent({ marks }: Running, anchor: number): void {
    if (marks.current >= 0) return;
    const before = marks.matches.lastAtMost(anchor - 1);
    if (before + 1 < marks.matches.length) marks.current = before + 1;
  }

  private say({ marks, done }: Running): void {
    const count = marks.matches.length;
    this.report({ count, capped: count >= MAX_MATCHES, done, current: marks.current });
  }
}

function* search(
  { bytes, ranges, nodes }: SearchScope,
  needle: Needle,
  matches: PagedColumn,
): Generator<void, void> {
  if (needle.isEmpty) return;
  for (const { from, to } of ranges) {
    if (nodes === null) yield* findInText(bytes, from, to, needle, matches);
    else yield* findInJson(nodes, from, to, needle, matches);
    yield;
  }
}
