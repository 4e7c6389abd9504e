import type { Exchange } from '@shared/http/exchange';
import { isUnasked, unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { byteSize } from '@shared/json/byte-size';

/** How many lists stay in memory so that their rows can be opened; older ones are dropped. */
const MAX_LISTS = 3;
/**
 * Limit for the exchanges of all lists together, as counted by `byteSize`: a list's answers may be 10,000 times 1 MB.
 */
const MAX_EXCHANGE_BYTES = 128_000_000;

interface HeldExchange {
  readonly list: SessionList;
  readonly sessionId: string;
  readonly bytes: number;
}

interface SessionList {
  readonly profileId: string;
  /** In the order of the paste. */
  readonly lines: Map<string, SessionLine>;
  readonly exchanges: Map<string, Exchange>;
}

/** The lists of this run, by id. Beyond the limit the oldest exchanges are dropped; rows stay. */
export class SessionLists {
  private readonly lists = new Map<string, SessionList>();
  /** Every exchange of the lists, oldest first. */
  private held: HeldExchange[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_EXCHANGE_BYTES) {}

  /** Null if the list is not (or no longer) in memory. */
  find(listId: string): { readonly profileId: string; readonly lines: readonly SessionLine[] } | null {
    const list = this.lists.get(listId);
    return list === undefined ? null : { profileId: list.profileId, lines: [...list.lines.values()] };
  }

  /**
   * Begins a list, or continues one: new ids are added at the end as not asked for; the others keep their rows until
   * `add`.
   */
  begin(
    listId: string,
    profileId: string,
    sessionIds: readonly string[],
    known: readonly SessionLine[] = [],
  ): void {
    const list: SessionList = this.lists.get(listId) ?? {
      profileId,
      lines: new Map(known.map((line) => [line.sessionId, line])),
      exchanges: new Map<string, Exchange>(),
    };
    for (const sessionId of sessionIds) {
      const line = list.lines.get(sessionId);
      // Also one that was left out: it may be left out for another reason this time.
      if (line === undefined || isUnasked(line))
        list.lines.set(sessionId, unaskedLine(sessionId, 'cancelled'));
    }
    // The list in use counts as the newest.
    this.lists.delete(listId);
    this.lists.set(listId, list);
    const [oldest] = this.lists.keys();
    if (oldest !== undefined && this.lists.size > MAX_LISTS) this.drop(oldest);
  }

  /** Returns the row that the list has from now on (`lineAfter`). */
  add(listId: string, line: SessionLine, exchange: Exchange): SessionLine {
    const list = this.lists.get(listId);
    if (list === undefined) return line;
    const { sessionId } = line;
    const before = list.lines.get(sessionId);
    if (before !== undefined && lineAfter(before, line) === before) return before;
    if (list.exchanges.has(sessionId))
      this.forget((held) => held.list === list && held.sessionId === sessionId);
    const bytes = byteSize(exchange);
    list.lines.set(sessionId, line);
    list.exchanges.set(sessionId, exchange);
    this.held.push({ list, sessionId, bytes });
    this.bytes += bytes;
    while (this.bytes > this.maxBytes) this.forgetOldest();
    return line;
  }

  /** Adds the reason to the rows of these sessions if they have not been asked for. */
  explainUnasked(listId: string, sessionIds: ReadonlySet<string>, message: string): void {
    const { lines } = this.lists.get(listId) ?? {};
    for (const line of lines?.values() ?? [])
      if (isUnasked(line) && sessionIds.has(line.sessionId)) lines?.set(line.sessionId, { ...line, message });
  }

  /** Null if it is no longer held or was never asked for. */
  exchange(listId: string, sessionId: string): Exchange | null {
    return this.lists.get(listId)?.exchanges.get(sessionId) ?? null;
  }

  /** Drops a deleted list, so that a look-up under way no longer adds to it. */
  drop(listId: string): void {
    const dropped = this.lists.get(listId);
    this.lists.delete(listId);
    this.forget((held) => held.list === dropped);
  }

  private forgetOldest(): void {
    const [oldest] = this.held;
    if (oldest === undefined) return;
    oldest.list.exchanges.delete(oldest.sessionId);
    this.held.shift();
    this.bytes -= oldest.bytes;
  }

  private forget(which: (held: HeldExchange) => boolean): void {
    for (const { bytes } of this.held.filter(which)) this.bytes -= bytes;
    this.held = this.held.filter((held) => !which(held));
  }
}

/** An existing answer stays if its repeated look-up was cancelled. */
export function lineAfter(before: SessionLine | undefined, line: SessionLine): SessionLine {
  const isLost = line.outcome === 'cancelled' && before !== undefined && before.outcome !== 'cancelled';
  return isLost ? before : line;
}
