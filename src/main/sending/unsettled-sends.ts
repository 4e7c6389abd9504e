import type { OpenSends } from '@shared/bridge/sending';
import { withTimeLimit } from '../calls/wait';
import type { Database } from '../database/database';
import { LOST_MARK } from './lost-history';
import type { Plan } from './plan';
import { SendsOfThisRun } from './sends-of-this-run';
import { lastOf, type UnkeptSends } from './unkept-sends';
import { claimUnlessOther, type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import { isRelated, unsettledRow, whichOf, withEntries, type Found, type Marks } from './unsettled-rows';

/** Unsettled sends related to a request that is about to go out, earliest first. */
export interface Unsettled {
  /** Sends of the very same request. */
  readonly same: readonly UnsettledSend[];
  /** Sends of the same draft as another request, or of a request with the same content but other headers. */
  readonly ofDraft: readonly UnsettledSend[];
  /**
   * Sends up to this time (UTC, ISO 8601) cannot be read, and nobody has said since then that they checked on them.
   */
  readonly lostAt?: string;
  /** True if another run could not keep them; false if an earlier history could not be read. */
  readonly isUnkept?: boolean;
  /**
   * True if one of them is still under way in another run, so that nobody can have checked on it yet; null if that is
   * unknown for some.
   */
  readonly isUnderWay?: boolean | null;
  /** Exchange ids of sends of other runs about which only one thing is known: that they went out. */
  readonly unkept?: readonly string[];
}

/** From this many on, the database picks the related ones. */
export const MAX_AT_ONCE = 100;

/** How long to wait for a database that hangs if this run already knows of a send to ask about, in ms. */
const OWN_LIMIT_MS = 500;

/** How often `claim` tries to note a send: after each refusal it knows more of the sends that the database has. */
const MAX_CLAIMS = 3;

/** True if the person said yes although the database had not answered. */
const isUnchecked = (asked: string | symbol): boolean => typeof asked === 'symbol';

/**
 * The sends whose outcome is unknown, by the mark of their plan. They are also in memory, so that a repeated send is
 * noticed even if the database cannot be written.
 */
export class UnsettledSends {
  private readonly ofThisRun = new SendsOfThisRun();

  constructor(
    private readonly database: Database,
    private readonly unkept: UnkeptSends | null = null,
  ) {}

  /**
   * The unsettled sends of all requests, at most the latest `MAX_AT_ONCE`. Started before the request is known,
   * because an answer takes a while and there are nearly always none. If it fails, `find` rejects.
   */
  ask(): Promise<readonly Found[]> {
    const sql = `SELECT * FROM unsettled_sends ORDER BY mark = '${LOST_MARK}' DESC, started_at DESC LIMIT ${MAX_AT_ONCE}`;
    const asked = this.database.query({ sql, values: [] }, unsettledRow);
    asked.catch(() => undefined);
    return asked;
  }

  /**
   * The sends of this very request, its draft or its content whose outcome is unknown. The database is asked even if
   * this run knows of one, because another process may have sent one since.
   */
  async find(marks: Marks, asked = this.ask()): Promise<Unsettled> {
    const { mark } = marks;
    // Runs while the database answers.
    const looking = Promise.resolve(this.unkept?.others() ?? []);
    looking.catch(() => undefined);
    const own = this.ofThisRun.relatedTo(marks);
    const isAlike = (one: Found): boolean => one.mark !== mark && this.ofThisRun.isAlike(one, marks);
    const reading = asked.then((all) => this.among(all, marks));
    // If this run already knows of a send that must be asked about, the database may be late or fail. Otherwise it
    // has to answer, because only it may know of others.
    const kept = own.some((one) => one.mark === mark || isAlike(one))
      ? await withTimeLimit(
          reading.catch(() => []),
          OWN_LIMIT_MS,
          [],
        )
      : await reading;
    const all = new Map([...kept, ...own].map((one) => [one.send.exchangeId, one]));
    const open = [...all.values()]
      .filter((one) => this.ofThisRun.isOpen(one))
      .sort((one, other) => (one.send.startedAt < other.send.startedAt ? -1 : 1));
    const sends = open.filter(({ mark: its }) => its !== LOST_MARK);
    const entries = withEntries(this.database, sends).catch(() => sends);
    // If the database cannot provide them, the status of the answer and the noted outcome are left out.
    const found = await withTimeLimit(entries, OWN_LIMIT_MS, sends);
    const lostAt = open.find(({ mark: its }) => its === LOST_MARK)?.send.startedAt;
    const unkept = await looking;
    const unkeptAt = lastOf(unkept);
    return {
      ...(unkeptAt === null ? {} : { lostAt: unkeptAt, isUnkept: true, isUnderWay: anyUnderWay(unkept) }),
      ...(lostAt === undefined ? {} : { lostAt, isUnkept: false }),
      ...(unkept.length === 0 ? {} : { unkept: unkept.map(({ id }) => id) }),
      same: found.filter((one) => one.mark === mark).map(({ send }) => send),
      ofDraft: found.filter(isAlike).map(({ send }) => send),
    };
  }

  /**
   * The sends for which `find` returns something, at most `MAX_AT_ONCE`; the families are `UnsettledMark.draftId`.
   */
  async open(): Promise<OpenSends> {
    const kept = await this.ask();
    const { ofThisRun } = this;
    const open = [...kept, ...ofThisRun.open].filter((one) => ofThisRun.isOpen(one));
    const families = open.flatMap((one) => (ofThisRun.isSuperseded(one) ? [] : (one.draftId ?? [])));
    return { families: [...new Set(families)].slice(0, MAX_AT_ONCE), any: open.length > 0 };
  }

  /**
   * The family for drafts made from an exchange (`Order.draftId`), so that sending them is asked about. Null if its
   * outcome is known or it has no effect.
   */
  async familyOf(exchangeId: string): Promise<string | null> {
    const sql = 'SELECT * FROM unsettled_sends WHERE exchange_id = ?';
    const kept = await this.database.query({ sql, values: [exchangeId] }, unsettledRow);
    const one = this.ofThisRun.find(exchangeId) ?? kept.find((each) => this.ofThisRun.isOpen(each));
    if (one === undefined) return null;
    if (one.draftId !== null) return one.draftId;
    // The exchange has no draft, so its id becomes the family of the drafts made from it.
    this.ofThisRun.setFamily(exchangeId);
    await this.database.execute({
      sql: 'UPDATE unsettled_sends SET draft_id = ? WHERE exchange_id = ? AND draft_id IS NULL',
      values: [exchangeId, exchangeId],
      idempotent: true,
    });
    return exchangeId;
  }

  /**
   * Whether there may be an unsettled send that `find` cannot know of, because the app's file cannot be read in this
   * run or an earlier one could not be (`lostAt`). False if the same request of the same draft was carried out in this
   * run since, and for the built-in server, which charges no cards.
   */
  mayHideOne(
    { profile, ...plan }: Pick<Plan, 'mark' | 'draftId' | 'destinationMark' | 'profile'>,
    lostAt?: string,
  ): boolean {
    const { state } = this.database;
    const isSetAside = state.kind === 'open' && state.hidesKept === true && !this.ofThisRun.hasLooked;
    const isHidden = isSetAside || (state.kind === 'session-only' && state.hidesKept === true);
    return (
      (isHidden || lostAt !== undefined) &&
      profile.environment !== 'local' &&
      this.ofThisRun.succeededAt(plan) <= (lostAt ?? '')
    );
  }

  /** The person has checked on the sends up to this time: they are no longer asked about. */
  async forgetLost(lostAt: string): Promise<void> {
    this.ofThisRun.noteLooked(lostAt);
    await this.unkept?.forget(lostAt);
    await this.database.execute({
      sql: 'DELETE FROM unsettled_sends WHERE mark = ? AND started_at <= ?',
      values: [LOST_MARK, lostAt],
      idempotent: true,
    });
  }

  /**
   * Notes that the request goes out, right before it does; the last check that can stop it. False if another process,
   * or a tab whose turn came first, has noted a send that the person was not asked about.
   * @param asked ids of the exchanges that the person was asked about; a symbol if they said yes although the
   * database had not answered.
   */
  async claim(
    told: UnsettledMark,
    send: UnsettledSend,
    asked: readonly (string | symbol)[],
  ): Promise<boolean> {
    const known = new Set(asked.flatMap((id) => (typeof id === 'string' ? id : [])));
    const marks = { ...told, earlierMarks: [] };
    const isOther = (one: Found): boolean =>
      !known.has(one.send.exchangeId) &&
      this.ofThisRun.isOpen(one) &&
      (one.mark === told.mark || this.ofThisRun.isAlike(one, marks));
    if (this.ofThisRun.open.some(isOther)) return false;
    this.note(told, send);
    if (asked.some(isUnchecked)) return true;
    // The database may list sends that this run knows to have ended. Those are added to the known ones, and the
    // database is asked once more.
    for (let tries = 0; tries < MAX_CLAIMS; tries += 1) {
      // The caller has stopped waiting, and the request went out and has its outcome: a row written after that would
      // stay for good.
      if (this.ofThisRun.find(send.exchangeId) === null) return true;
      const { changedRows } = await this.database.execute(claimUnlessOther(told, send, [...known]));
      if (changedRows > 0) return true;
      const found = await this.database.query(whichOf([told.mark], marks), unsettledRow);
      const others = found.filter(({ send: { exchangeId } }) => exchangeId !== send.exchangeId);
      if (others.some(isOther)) return false;
      for (const one of others) known.add(one.send.exchangeId);
    }
    return true;
  }

  /** From now on this run knows of it; the database is told together with the exchange. */
  note(told: UnsettledMark, send: UnsettledSend): void {
    this.ofThisRun.note(told, send);
  }

  /**
   * Called for a send that is about to leave. If nothing keeps it, other runs must at least learn that there was one.
   * False if another run did the same since the person was asked: at least one of the two is held back, because each
   * writes before it looks.
   * @param asked exchange ids of the sends that the person was asked about; null if that does not matter.
   */
  async noteUnkept(
    exchangeId: string,
    isKept: boolean,
    asked: readonly (string | symbol)[] | null,
  ): Promise<boolean> {
    if (this.unkept === null || (isKept && this.isOnDisk)) return true;
    const adding = this.unkept.add(exchangeId);
    await adding.catch(() => undefined);
    const isAlone =
      asked === null ||
      asked.some(isUnchecked) ||
      (await this.unkept.others()).every(({ id }) => asked.includes(id));
    // Rejects if nothing could be written, so that it is reported.
    if (isAlone) await adding;
    return isAlone;
  }

  /** True if the send may have been carried out and only this run knows what it was. */
  isUnkept(exchangeId: string): boolean {
    return this.unkept?.has(exchangeId) === true;
  }

  /**
   * The send has ended. If this run knows the outcome by now (`note`), or the exchange is kept on disk, its file is
   * no longer needed.
   */
  async endUnkept(exchangeId: string, isKept: boolean): Promise<void> {
    const isInFile = (id: string): boolean => isKept && this.isOnDisk && id === exchangeId;
    await this.unkept?.end(exchangeId, (id) => this.ofThisRun.find(id) === null || isInFile(id));
  }

  private get isOnDisk(): boolean {
    return this.database.state.kind !== 'session-only';
  }

  private async among(all: readonly Found[], marks: Marks): Promise<readonly Found[]> {
    const { mark } = marks;
    // The earlier marks take a while to compute, and only matter if there are rows with other marks.
    const earlierMarks = all.some((one) => ![mark, LOST_MARK].includes(one.mark)) ? marks.earlierMarks : [];
    const known = [mark, LOST_MARK, ...earlierMarks];
    const found =
      all.length < MAX_AT_ONCE
        ? all.filter((one) => known.includes(one.mark) || isRelated(one, marks))
        : await this.database.query(whichOf(known, marks), unsettledRow);
    // Rows with an earlier mark get the current one, so that they are found and settled like any other.
    const isEarlier = (one: Found): boolean => earlierMarks.includes(one.mark) && one.mark !== mark;
    for (const earlier of new Set(found.filter(isEarlier).map((one) => one.mark)))
      await this.database.execute({
        sql: 'UPDATE OR REPLACE unsettled_sends SET mark = ? WHERE mark = ?',
        values: [mark, earlier],
        idempotent: true,
      });
    return found.map((one) => (isEarlier(one) ? { ...one, mark } : one));
  }
}

/** True if one is under way; null if that is unknown for some. */
function anyUnderWay(sends: readonly { readonly isUnderWay: boolean | null }[]): boolean | null {
  const known = sends.map(({ isUnderWay }) => isUnderWay);
  return known.includes(true) || (known.includes(null) ? null : false);
}
