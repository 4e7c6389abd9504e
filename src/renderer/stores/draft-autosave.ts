import type { Problem, Result } from '@shared/problem';
import { TaskQueue } from '@shared/task-queue';

/** How long changes are collected after the first one, in ms: at most a second may be lost, even on a busy computer. */
const GATHER_MS = 200;

/** When to retry what could not be stored, in ms: the disk may have space again while the person is not typing. */
const AGAIN_MS = 5_000;

export interface DraftAutosaveServices<Id extends string, Change> {
  keep(argument: { id: Id; change: Change }): Promise<Result<null>>;
  merge(earlier: Change, later: Change): Change;
  /** Null when storing works again. */
  onTrouble(problem: Problem | null): void;
}

interface Pending<Change> {
  change: Change;
  readonly since: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Sends changes of drafts to main, collected for a moment. A change that could not be stored is sent with the next one,
 * or later on its own.
 */
export class DraftAutosave<Id extends string, Change> {
  private readonly pending = new Map<Id, Pending<Change>>();
  private readonly forgotten = new Set<Id>();
  /** Changes waiting for their turn. */
  private waiting: { readonly id: Id; change: Change }[] = [];
  /** One after the other, so that an older change never overwrites a newer one. */
  private readonly writes = new TaskQueue();

  constructor(private readonly services: DraftAutosaveServices<Id, Change>) {}

  note(id: Id, change: Change): void {
    this.forgotten.delete(id);
    const known = this.pending.get(id);
    const since = known?.since ?? Date.now();
    if (known) clearTimeout(known.timer);
    // At most that long, even if the clock was set back in the meantime.
    const wait = Math.min(GATHER_MS, since + GATHER_MS - Date.now());
    this.pending.set(id, {
      change: known ? this.services.merge(known.change, change) : change,
      since,
      timer: setTimeout(() => void this.flush(id), Math.max(0, wait)),
    });
    // Key events come before timers: during fast typing, a timer of 100 ms was seen to fire after a second.
    if (wait <= 0) void this.flush(id);
  }

  /** Writes pending changes, of one draft or of all; resolves when they are stored. */
  flush(id?: Id): Promise<void> {
    for (const waiting of id === undefined ? [...this.pending.keys()] : [id]) this.send(waiting);
    return this.writes.settled();
  }

  /**
   * To be called when the page is closing, and no answer will reach it: everything pending is sent now, in order,
   * without waiting for its turn.
   */
  flushAtEnd(): void {
    void this.flush();
    for (const change of this.waiting.splice(0)) void this.services.keep(change);
  }

  /** Drops a draft's changes that are not being written yet. Resolves when nothing of the draft is being written. */
  forget(id: Id): Promise<void> {
    clearTimeout(this.pending.get(id)?.timer);
    this.pending.delete(id);
    this.waiting = this.waiting.filter((next) => next.id !== id);
    this.forgotten.add(id);
    return this.writes.settled();
  }

  private send(id: Id): void {
    const waiting = this.pending.get(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.pending.delete(id);
    this.waiting.push({ id, change: waiting.change });
    void this.writes.run(() => this.keepNext());
  }

  private async keepNext(): Promise<void> {
    const next = this.waiting.shift();
    if (next === undefined) return;
    const answer = await this.services.keep(next);
    this.services.onTrouble(answer.ok ? null : answer.problem);
    if (!answer.ok && !this.forgotten.has(next.id)) this.putBack(next.id, next.change);
  }

  private putBack(id: Id, change: Change): void {
    // Merged, because on its own it would later overwrite what has been noted since.
    const known = this.waiting.find((next) => next.id === id) ?? this.pending.get(id);
    if (known) known.change = this.services.merge(change, known.change);
    else {
      const timer = setTimeout(() => void this.flush(id), AGAIN_MS);
      this.pending.set(id, { change, since: Date.now(), timer });
    }
  }
}
