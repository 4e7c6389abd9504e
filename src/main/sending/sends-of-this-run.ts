import { LOST_MARK } from './lost-history';
import type { UnsettledMark, UnsettledSend } from './unsettled-mark';
import { hasContent, isOfDraft, isRelated, type Found, type Marks } from './unsettled-rows';

/** What this run knows of one mark. */
interface Known {
  /** With an outcome, of which the database may hear later. */
  readonly settled: Set<string>;
  /** What left until then is settled as well. */
  succeededAt: string;
}

/** By so much a clock is set back at least, in ms: it also runs a little faster or slower than the one that nobody sets. */
const SET_BACK_MS = 1_000;

/** What this run knows of the sends without an outcome, by the mark of their plans, and how others ended. */
export class SendsOfThisRun {
  private readonly byMark = new Map<string, Known>();
  /** By the exchange. */
  private readonly byExchange = new Map<string, Found>();
  /** What left a draft for a destination until then is not asked about because of it; by both. */
  private readonly draftsSucceededAt = new Map<string, string>();
  /** What left until then is not asked about because of its content; by each mark of that. */
  private readonly contentsSucceededAt = new Map<string, string>();

  /** The clock, less the one that nobody sets. */
  private clock = -Infinity;

  /** Without an outcome. */
  get open(): readonly Found[] {
    return [...this.byExchange.values()];
  }

  /** Null where it has an outcome, or is of another run. */
  find(exchangeId: string): Found | null {
    return this.byExchange.get(exchangeId) ?? null;
  }

  /** Those without an outcome of this very request, and of its draft or its content. */
  relatedTo(marks: Marks): readonly Found[] {
    this.watchClock();
    return this.open.filter((one) => one.mark === marks.mark || isRelated(one, marks));
  }

  /** It came from no draft: those that are made from it are its own. */
  setFamily(exchangeId: string): void {
    const one = this.find(exchangeId);
    if (one !== null) this.byExchange.set(exchangeId, { ...one, draftId: exchangeId });
  }

  /** The person has looked for what may have been out until then, and could not be read. */
  noteLooked(lostAt: string): void {
    this.byMark.set(LOST_MARK, { settled: new Set(), succeededAt: lostAt });
  }

  get hasLooked(): boolean {
    return this.byMark.has(LOST_MARK);
  }

  /** What left until then is settled (UTC, ISO 8601); empty where nothing was carried out. */
  succeededAt(mark: string): string {
    return this.known(mark).succeededAt;
  }

  note(told: UnsettledMark, send: UnsettledSend): void {
    this.watchClock();
    const { mark, draftId, destinationMark, contentMarks, isKnown, succeeded } = told;
    const known = this.known(mark);
    this.byMark.set(mark, known);
    if (!isKnown) {
      // It leaves after that was carried out, and by a clock that was set back before it.
      if (!this.byExchange.has(send.exchangeId)) {
        forgetFrom(this.draftsSucceededAt, wayOf(draftId, destinationMark), send.startedAt);
        for (const content of contentMarks) forgetFrom(this.contentsSucceededAt, content, send.startedAt);
      }
      // A copy may have been made of it while it was under way.
      const family = draftId ?? this.byExchange.get(send.exchangeId)?.draftId ?? null;
      this.byExchange.set(send.exchangeId, { mark, draftId: family, destinationMark, contentMarks, send });
      return;
    }
    this.byExchange.delete(send.exchangeId);
    known.settled.add(send.exchangeId);
    if (!succeeded) return;
    for (const [id, one] of this.byExchange) if (one.mark === mark) this.byExchange.delete(id);
    known.succeededAt = send.startedAt;
    if (draftId !== null) this.draftsSucceededAt.set(wayOf(draftId, destinationMark), send.startedAt);
    for (const content of contentMarks) this.contentsSucceededAt.set(content, send.startedAt);
  }

  /** Where it was set back, nothing that was carried out before says what another process sent since. The database was told in time. */
  private watchClock(): void {
    const clock = Date.now() - performance.now();
    if (clock < this.clock - SET_BACK_MS) {
      for (const [mark, known] of this.byMark) if (mark !== LOST_MARK) known.succeededAt = '';
      this.draftsSucceededAt.clear();
      this.contentsSucceededAt.clear();
    }
    this.clock = clock;
  }

  isAlike(one: Found, marks: Marks): boolean {
    const succeeded = one.contentMarks.some(
      (mark) => one.send.startedAt <= (this.contentsSucceededAt.get(mark) ?? ''),
    );
    return (isOfDraft(one, marks) && !this.isLeft(one)) || (hasContent(one, marks) && !succeeded);
  }

  /** One of its draft was carried out there since: only where it goes out again as it was is it asked about. */
  isLeft({ draftId, destinationMark, send }: Found): boolean {
    return send.startedAt <= (this.draftsSucceededAt.get(wayOf(draftId, destinationMark)) ?? '');
  }

  /** The database may not have heard yet of what this run knows. */
  isOpen({ mark, send }: Found): boolean {
    const { settled, succeededAt } = this.known(mark);
    if (this.byExchange.has(send.exchangeId)) return true;
    return !settled.has(send.exchangeId) && send.startedAt > succeededAt;
  }

  private known(mark: string): Known {
    return this.byMark.get(mark) ?? { settled: new Set(), succeededAt: '' };
  }
}

const wayOf = (draftId: string | null, destinationMark: string | null): string =>
  `${draftId} ${destinationMark}`;

function forgetFrom(succeededAt: Map<string, string>, key: string, startedAt: string): void {
  if (startedAt <= (succeededAt.get(key) ?? '')) succeededAt.delete(key);
}
