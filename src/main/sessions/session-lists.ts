import type { Exchange } from '@shared/http/exchange';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { byteSize } from '@shared/json/byte-size';

/** Lists kept in memory for opening their lines; older ones are dropped. */
const MAX_LISTS = 3;
/** What the exchanges of all lists together take, as `byteSize` counts it: a list's answers may be 10,000 times 1 MB. */
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

/** The lists of this run, by their id. Of the exchanges the oldest go first; lines stay. */
export class SessionLists {
  private readonly lists = new Map<string, SessionList>();
  /** Every exchange of the lists, the oldest first. */
  private held: HeldExchange[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_EXCHANGE_BYTES) {}

  /** Null for a list that is not in memory (any more). */
  find(listId: string): { readonly profileId: string; readonly lines: readonly SessionLine[] } | null {
    const list = this.lists.get(listId);
    return list === undefined ? null : { profileId: list.profileId, lines: [...list.lines.values()] };
  }

  /** Begins a list, or goes on with one: ids that it does not have come last, as not asked; the others keep their lines until `add`. */
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
      if (!list.lines.has(sessionId)) list.lines.set(sessionId, unaskedLine(sessionId, 'cancelled'));
    }
    // The one in use is the newest.
    this.lists.delete(listId);
    this.lists.set(listId, list);
    const [oldest] = this.lists.keys();
    if (oldest !== undefined && this.lists.size > MAX_LISTS) this.drop(oldest);
  }

  /** Gives the line that the list has from now on, see `lineAfter`. */
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

  /** Null when it is no longer held, or was never asked for. */
  exchange(listId: string, sessionId: string): Exchange | null {
    return this.lists.get(listId)?.exchanges.get(sessionId) ?? null;
  }

  /** Of a list that was deleted: a look-up that is under way no longer adds to it. */
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

/** An answer stays when asking for it again was cancelled. */
export function lineAfter(before: SessionLine | undefined, line: SessionLine): SessionLine {
  const isLost = line.outcome === 'cancelled' && before !== undefined && before.outcome !== 'cancelled';
  return isLost ? before : line;
}
