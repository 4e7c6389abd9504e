import { LOST_MARK } from './lost-history';
import type { Plan } from './plan';
import type { UnsettledMark, UnsettledSend } from './unsettled-mark';
import { hasContent, isOfDraft, isRelated, type Found, type Marks } from './unsettled-rows';

/** What this run knows about the sends with one mark. */
interface Known {
  /** Ids of exchanges whose outcome is known, even if the database does not have it yet. */
  readonly settled: Set<string>;
  /** Sends that started up to this time are settled too (UTC, ISO 8601); empty if none was carried out. */
  succeededAt: string;
}

/**
 * The clock counts as set back if it lost more than this against a clock that cannot be set, in ms. Less is normal
 * drift.
 */
const SET_BACK_MS = 1_000;

/**
 * What this run knows about its sends, by the mark of their plans: which have no outcome yet, and how the others
 * ended.
 */
export class SendsOfThisRun {
  private readonly byMark = new Map<string, Known>();
  /** The sends without an outcome, by exchange id. */
  private readonly byExchange = new Map<string, Found>();
  /** By draft and destination: up to this time, the draft is no reason to ask about a send. */
  private readonly draftsSucceededAt = new Map<string, string>();
  /** By content mark: up to this time, the content is no reason to ask about a send. */
  private readonly contentsSucceededAt = new Map<string, string>();

  /** `Date.now()` minus `performance.now()`, which cannot be set, as last seen. */
  private clock = -Infinity;

  /** The sends without an outcome. */
  get open(): readonly Found[] {
    return [...this.byExchange.values()];
  }

  /** Null if the send has an outcome or belongs to another run. */
  find(exchangeId: string): Found | null {
    return this.byExchange.get(exchangeId) ?? null;
  }

  /** The sends without an outcome that share this very request, its draft or its content. */
  relatedTo(marks: Marks): readonly Found[] {
    this.watchClock();
    return this.open.filter((one) => one.mark === marks.mark || isRelated(one, marks));
  }

  /** For an exchange without a draft: its id becomes the family of the drafts made from it. */
  setFamily(exchangeId: string): void {
    const one = this.find(exchangeId);
    if (one !== null) this.byExchange.set(exchangeId, { ...one, draftId: exchangeId });
  }

  /** The person has checked on the unreadable sends up to this time. */
  noteLooked(lostAt: string): void {
    this.byMark.set(LOST_MARK, { settled: new Set(), succeededAt: lostAt });
  }

  get hasLooked(): boolean {
    return this.byMark.has(LOST_MARK);
  }

  /**
   * When this request was last carried out, and its draft at the same destination too, if it has one (UTC, ISO 8601);
   * empty if that never happened.
   */
  succeededAt({
    mark,
    draftId,
    destinationMark,
  }: Pick<Plan, 'mark' | 'draftId' | 'destinationMark'>): string {
    const { succeededAt } = this.known(mark);
    if (draftId === undefined || succeededAt === '') return succeededAt;
    const ofDraft = this.draftsSucceededAt.get(wayOf(draftId, destinationMark)) ?? '';
    return ofDraft < succeededAt ? ofDraft : succeededAt;
  }

  note(told: UnsettledMark, send: UnsettledSend): void {
    this.watchClock();
    const { mark, draftId, destinationMark, contentMarks, isKnown, succeeded } = told;
    const known = this.known(mark);
    this.byMark.set(mark, known);
    if (!isKnown) {
      // A new send with an earlier time than the last success means that the clock was set back, so that success
      // cannot settle this send.
      if (!this.byExchange.has(send.exchangeId)) {
        forgetFrom(this.draftsSucceededAt, wayOf(draftId, destinationMark), send.startedAt);
        for (const content of contentMarks) forgetFrom(this.contentsSucceededAt, content, send.startedAt);
      }
      // A draft may have been made from it while it was under way (`setFamily`).
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

  /**
   * Once the clock was set back, earlier successes must not settle what another process has sent since. The database
   * learned of them in time.
   */
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
    return (isOfDraft(one, marks) && !this.isSuperseded(one)) || (hasContent(one, marks) && !succeeded);
  }

  /**
   * True if the draft has been carried out at the same destination since: the draft is then no reason to ask about
   * the send.
   */
  isSuperseded({ draftId, destinationMark, send }: Found): boolean {
    return send.startedAt <= (this.draftsSucceededAt.get(wayOf(draftId, destinationMark)) ?? '');
  }

  /** False once this run knows how it ended, even if the database does not yet. */
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
