import { randomUUID } from 'node:crypto';

/** An answer that takes longer than this is asked for again. */
const TICKET_MS = 600_000;
const MOST_TICKETS = 20;

interface Ticket {
  readonly fingerprint: string;
  readonly issuedAt: number;
}

/**
 * Confirmations that were asked for. A ticket stands for exactly one request on one profile, counts once, and only for a
 * while: an answer that the window gives by mistake, twice, or for something else is no answer.
 */
export class Tickets {
  private readonly issued = new Map<string, Ticket>();

  /** @param now ms since 1970. */
  constructor(private readonly now: () => number) {}

  issue(fingerprint: string): string {
    const [oldest] = this.issued.keys();
    if (this.issued.size >= MOST_TICKETS && oldest !== undefined) this.issued.delete(oldest);
    const ticket = randomUUID();
    this.issued.set(ticket, { fingerprint, issuedAt: this.now() });
    return ticket;
  }

  /** Takes the ticket away, whatever comes of it. */
  redeem(ticket: string, fingerprint: string): 'good' | 'changed' | 'expired' {
    const found = this.issued.get(ticket);
    this.issued.delete(ticket);
    if (!found || Math.abs(this.now() - found.issuedAt) >= TICKET_MS) return 'expired';
    return found.fingerprint === fingerprint ? 'good' : 'changed';
  }

  clear(): void {
    this.issued.clear();
  }
}
