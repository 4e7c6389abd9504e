import { withTimeLimit } from '../calls/wait';
import type { Database } from '../database/database';
import { LOST_MARK } from './lost-history';
import type { Plan } from './plan';
import { SendsOfThisRun } from './sends-of-this-run';
import { lastOf, type UnkeptSends } from './unkept-sends';
import { claimUnlessOther, type UnsettledMark, type UnsettledSend } from './unsettled-mark';
import { isRelated, unsettledRow, whichOf, withEntries, type Found, type Marks } from './unsettled-rows';

/** Sends without an outcome that one which is about to go out has to do with; the first of them stands first. */
export interface Unsettled {
  /** Of the very same request. */
  readonly same: readonly UnsettledSend[];
  /** Of the same draft, which was another request then, or of a request of the same content with other headers. */
  readonly ofDraft: readonly UnsettledSend[];
  /** What was out until then cannot be read, and nobody has said since that they looked; UTC, ISO 8601. */
  readonly lostAt?: string;
  /** Because a run could not keep it. */
  readonly isUnkept?: boolean;
  /** Of another run, which nobody can have looked for before it ends; null where that cannot be told of each. */
  readonly isUnderWay?: boolean | null;
  /** Of other runs, by their exchanges: what is known of them is only that they went out. */
  readonly unkept?: readonly string[];
}

/** More of them are looked through by the database. */
export const MAX_AT_ONCE = 100;

/** What this run knows by itself is not held up by a database that hangs for longer, in ms. */
const OWN_LIMIT_MS = 500;

/** So often a send asks to be noted before others; each time that it must, more of them are known. */
const MAX_CLAIMS = 3;

/** They said yes without the database's word. */
const isUnchecked = (asked: string | symbol): boolean => typeof asked === 'symbol';

/** By the mark of the plan. In memory as well: a database that cannot be written must not let a repetition pass. */
export class UnsettledSends {
  private readonly ofThisRun = new SendsOfThisRun();

  constructor(
    private readonly database: Database,
    private readonly unkept: UnkeptSends | null = null,
  ) {}

  /**
   * Those of all requests: asked for before it is known which one is meant, as there is nearly always none, and an answer takes a
   * while. For `find`, which tells of a failure.
   */
  ask(): Promise<readonly Found[]> {
    const sql = `SELECT * FROM unsettled_sends ORDER BY mark = '${LOST_MARK}' DESC, started_at DESC LIMIT ${MAX_AT_ONCE}`;
    const asked = this.database.query({ sql, values: [] }, unsettledRow);
    asked.catch(() => undefined);
    return asked;
  }

  /**
   * The sends of this very request, and of its draft or its content, whose outcome is unknown. Another process may have sent one since
   * this run did.
   */
  async find(marks: Marks, asked = this.ask()): Promise<Unsettled> {
    const { mark } = marks;
    // While the database looks.
    const looking = Promise.resolve(this.unkept?.others() ?? []);
    looking.catch(() => undefined);
    const own = this.ofThisRun.relatedTo(marks);
    const isAlike = (one: Found): boolean => one.mark !== mark && this.ofThisRun.isAlike(one, marks);
    const reading = asked.then((all) => this.among(all, marks));
    // One that is asked about in any case is reason enough; of another, whatever else is out may be known to the database alone.
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
    // Without what was answered, and what the person noted, where the database cannot say it.
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

  /** What drafts have in common with their copies (`UnsettledMark.draftId`), where `find` tells of one: at most `MAX_AT_ONCE`. */
  async openFamilies(): Promise<readonly string[]> {
    const kept = await this.ask();
    const { ofThisRun } = this;
    const open = [...kept, ...ofThisRun.open].filter(
      (one) => ofThisRun.isOpen(one) && !ofThisRun.isLeft(one),
    );
    return [...new Set(open.flatMap(({ draftId }) => draftId ?? []))].slice(0, MAX_AT_ONCE);
  }

  /**
   * What drafts that are made from an exchange have in common with it (`Order.draftId`), so that they are asked about; null where its
   * outcome is known, or it has no effect.
   */
  async familyOf(exchangeId: string): Promise<string | null> {
    const sql = 'SELECT * FROM unsettled_sends WHERE exchange_id = ?';
    const kept = await this.database.query({ sql, values: [exchangeId] }, unsettledRow);
    const one = this.ofThisRun.find(exchangeId) ?? kept.find((each) => this.ofThisRun.isOpen(each));
    if (one === undefined) return null;
    if (one.draftId !== null) return one.draftId;
    // It came from no draft: those that are made from it are its own.
    this.ofThisRun.setFamily(exchangeId);
    await this.database.execute({
      sql: 'UPDATE unsettled_sends SET draft_id = ? WHERE exchange_id = ? AND draft_id IS NULL',
      values: [exchangeId, exchangeId],
      idempotent: true,
    });
    return exchangeId;
  }

  /**
   * Whether one may be out that `find` cannot know of: the app's file cannot be read in this run, or an earlier one could not be (`lostAt`). What
   * was carried out in this run since is no longer the question, and the built-in server charges no card.
   */
  mayHideOne({ mark, profile }: Pick<Plan, 'mark' | 'profile'>, lostAt?: string): boolean {
    const { state } = this.database;
    const isSetAside = state.kind === 'open' && state.hidesKept === true && !this.ofThisRun.hasLooked;
    const isHidden = isSetAside || (state.kind === 'session-only' && state.hidesKept === true);
    return (
      (isHidden || lostAt !== undefined) &&
      profile.environment !== 'local' &&
      this.ofThisRun.succeededAt(mark) <= (lostAt ?? '')
    );
  }

  /** The person has looked for what may have been out until then. */
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
   * Notes that it goes out, right before it does: the last that may stop it. False where another one did so of which the person was
   * not asked (`asked`, by their exchanges; a symbol where they said yes without the database's word): in another process, or in a tab
   * whose turn came first.
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
    // The database may have some of which this run knows how they ended: they are looked through, and it is asked once more.
    for (let tries = 0; tries < MAX_CLAIMS; tries += 1) {
      // Whoever waited for this gave it up, it went out, and has its outcome: a row that comes behind that would stay.
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

  /** From now on this run knows it; the database hears of it with the exchange. */
  note(told: UnsettledMark, send: UnsettledSend): void {
    this.ofThisRun.note(told, send);
  }

  /**
   * Of a send that is about to leave: where nothing keeps it, another run has to know at least that there was one. False where another
   * run did so as well since the person was asked (`asked`; null where that does not matter): of two at least one stays.
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
    // What cannot be written down is reported.
    if (isAlone) await adding;
    return isAlone;
  }

  /** Whether it may have been carried out, and this run alone knows what it was. */
  isUnkept(exchangeId: string): boolean {
    return this.unkept?.has(exchangeId) === true;
  }

  /** It ended: what is known of it by now is known to this run (`note`), or is kept. */
  async endUnkept(exchangeId: string, isKept: boolean): Promise<void> {
    const isInFile = (id: string): boolean => isKept && this.isOnDisk && id === exchangeId;
    await this.unkept?.end(exchangeId, (id) => this.ofThisRun.find(id) === null || isInFile(id));
  }

  private get isOnDisk(): boolean {
    return this.database.state.kind !== 'session-only';
  }

  private async among(all: readonly Found[], marks: Marks): Promise<readonly Found[]> {
    const { mark } = marks;
    // They have to be made, which takes a while: where there is nothing else, nobody needs them.
    const earlierMarks = all.some((one) => ![mark, LOST_MARK].includes(one.mark)) ? marks.earlierMarks : [];
    const known = [mark, LOST_MARK, ...earlierMarks];
    const found =
      all.length < MAX_AT_ONCE
        ? all.filter((one) => known.includes(one.mark) || isRelated(one, marks))
        : await this.database.query(whichOf(known, marks), unsettledRow);
    // From now on it is found, and settled, as any other.
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

/** Null where it cannot be told of some. */
function anyUnderWay(sends: readonly { readonly isUnderWay: boolean | null }[]): boolean | null {
  const known = sends.map(({ isUnderWay }) => isUnderWay);
  return known.includes(true) || (known.includes(null) ? null : false);
}
