import type { Exchange } from '@shared/http/exchange';
import { NOT_ASKED, type SessionLine } from '@shared/history/session-outcome';
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
  readonly lines: Map<string, SessionLine>;
  readonly exchanges: Map<string, Exchange>;
}

/** What the lists of this run gave, by the id of the call that made them. Of the exchanges the oldest go first; lines stay. */
export class SessionLists {
  private readonly lists = new Map<string, SessionList>();
  /** Every exchange of the lists, the oldest first. */
  private held: HeldExchange[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_EXCHANGE_BYTES) {}

  begin(callId: string): void {
    this.lists.set(callId, { lines: new Map(), exchanges: new Map() });
    const [oldest] = this.lists.entries();
    if (oldest === undefined || this.lists.size <= MAX_LISTS) return;
    const [oldestId, dropped] = oldest;
    this.lists.delete(oldestId);
    for (const { bytes } of this.held.filter(({ list }) => list === dropped)) this.bytes -= bytes;
    this.held = this.held.filter(({ list }) => list !== dropped);
  }

  add(callId: string, line: SessionLine, exchange: Exchange): void {
    const list = this.lists.get(callId);
    if (list === undefined) return;
    const { sessionId } = line;
    const bytes = byteSize(exchange);
    list.lines.set(sessionId, line);
    list.exchanges.set(sessionId, exchange);
    this.held.push({ list, sessionId, bytes });
    this.bytes += bytes;
    while (this.bytes > this.maxBytes) this.forgetOldest();
  }

  /** In the order of `sessionIds`; an id that was not asked, because the list was cancelled, gets a line that says so. */
  finish(callId: string, sessionIds: readonly string[]): readonly SessionLine[] {
    const list = this.lists.get(callId);
    return sessionIds.map((sessionId) => list?.lines.get(sessionId) ?? unasked(sessionId));
  }

  /** Null when it is no longer held, or was never asked for. */
  exchange(callId: string, sessionId: string): Exchange | null {
    return this.lists.get(callId)?.exchanges.get(sessionId) ?? null;
  }

  private forgetOldest(): void {
    const oldest = this.held.shift();
    if (oldest === undefined) return;
    oldest.list.exchanges.delete(oldest.sessionId);
    this.bytes -= oldest.bytes;
  }
}

function unasked(sessionId: string): SessionLine {
  return {
    sessionId,
    outcome: 'cancelled',
    status: null,
    expiresAt: null,
    items: null,
    total: null,
    card: null,
    buyer: null,
    findings: null,
    message: NOT_ASKED,
  };
}
