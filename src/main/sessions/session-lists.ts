import type { Exchange } from '@shared/http/exchange';
import type { SessionLine } from '@shared/history/session-outcome';

/** Lists kept in memory for opening their lines; older ones are dropped. */
const MAX_LISTS = 3;

interface SessionList {
  readonly lines: Map<string, SessionLine>;
  readonly exchanges: Map<string, Exchange>;
}

/** What the lists of this run gave, by the id of the call that made them. */
export class SessionLists {
  private readonly lists = new Map<string, SessionList>();

  begin(callId: string): void {
    this.lists.set(callId, { lines: new Map(), exchanges: new Map() });
    const [oldest] = this.lists.keys();
    if (oldest !== undefined && this.lists.size > MAX_LISTS) this.lists.delete(oldest);
  }

  add(callId: string, line: SessionLine, exchange: Exchange): void {
    const list = this.lists.get(callId);
    list?.lines.set(line.sessionId, line);
    list?.exchanges.set(line.sessionId, exchange);
  }

  /** In the order of `sessionIds`; an id that was not asked, because the list was cancelled, gets a line that says so. */
  finish(callId: string, sessionIds: readonly string[]): readonly SessionLine[] {
    const list = this.lists.get(callId);
    return sessionIds.map((sessionId) => list?.lines.get(sessionId) ?? unasked(sessionId));
  }

  exchange(callId: string, sessionId: string): Exchange | null {
    return this.lists.get(callId)?.exchanges.get(sessionId) ?? null;
  }
}

function unasked(sessionId: string): SessionLine {
  return {
    sessionId,
    outcome: 'cancelled',
    status: null,
    expiresAt: null,
    items: null,
    card: null,
    buyer: null,
    findings: null,
    message: 'not asked',
  };
}
