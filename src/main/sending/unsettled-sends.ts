import { z } from 'zod';
import { NOTED_OUTCOMES } from '@shared/history/noted-outcome';
import { withTimeLimit } from '../calls/wait';
import type { Database, Statement } from '../database/database';
import { LOST_MARK } from './lost-history';
import type { Plan } from './plan';
import type { UnkeptSends } from './unkept-sends';
import { claimUnlessOther, type UnsettledMark, type UnsettledSend } from './unsettled-mark';

const entryRow = z.object({
  id: z.string(),
  noted_outcome: z.enum(NOTED_OUTCOMES).nullable(),
  answered: z.number().nullable(),
});

const row = z
  .object({
    mark: z.string(),
    exchange_id: z.string(),
    started_at: z.string(),
    profile_name: z.string().nullable(),
    draft_id: z.string().nullable(),
    destination_mark: z.string().nullable(),
    content_marks: z.string().nullable(),
  })
  .transform(
    ({ mark, exchange_id, started_at, profile_name, draft_id, destination_mark, content_marks }) => ({
      mark,
      draftId: draft_id,
      destinationMark: destination_mark,
      contentMarks: (content_marks?.split(' ') ?? []) as readonly string[],
      send: { exchangeId: exchange_id, startedAt: started_at, profileName: profile_name },
    }),
  );

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
}

/** What this run knows of one mark. */
interface Known {
  /** With an outcome, of which the database may hear later. */
  readonly settled: Set<string>;
  /** What left until then is settled as well. */
  succeededAt: string;
}

type Found = Omit<z.infer<typeof row>, 'send'> & { readonly send: UnsettledSend };

const isOfDraft = (one: Found, { draftId = null }: Marks): boolean =>
  draftId !== null && one.draftId === draftId;

/** It would do the same, whatever else its headers say. */
const hasContent = (one: Found, { contentMarks = [] }: Pick<Marks, 'contentMarks'>): boolean =>
  one.contentMarks.some((mark) => contentMarks.includes(mark));

/** More of them are looked through by the database. */
export const MAX_AT_ONCE = 100;

/** What `find` is told of a plan. */
type Marks = Pick<Plan, 'mark' | 'earlierMarks'> &
  Partial<Pick<Plan, 'contentMarks'>> & { readonly draftId?: string | null };

/** What this run knows by itself is not held up by a database that hangs for longer, in ms. */
const OWN_LIMIT_MS = 500;

/** So often a send asks to be noted before others; each time that it must, more of them are known. */
const MAX_CLAIMS = 3;

/** By so much a clock is set back at least, in ms: it also runs a little faster or slower than the one that nobody sets. */
const SET_BACK_MS = 1_000;

/** By the mark of the plan. In memory as well: a database that cannot be written must not let a repetition pass. */
export class UnsettledSends {
  private readonly ofThisRun = new Map<string, Known>();
  /** Without an outcome, by the exchange. */
  private readonly open = new Map<string, Found>();
  /** What left a draft for a destination until then is not asked about because of it; by both. */
  private readonly draftsSucceededAt = new Map<string, string>();
  /** What left until then is not asked about because of its content; by each mark of that. */
  private readonly contentsSucceededAt = new Map<string, string>();

  /** The clock, less the one that nobody sets. */
  private clock = -Infinity;

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
    const asked = this.database.query({ sql, values: [] }, row);
    asked.catch(() => undefined);
    return asked;
  }

  /**
   * The sends of this very request, and of its draft or its content, whose outcome is unknown. Another process may have sent one since
   * this run did.
   */
  async find(marks: Marks, asked = this.ask()): Promise<Unsettled> {
    this.watchClock();
    const { mark } = marks;
    const own = [...this.open.values()].filter(
      (one) => one.mark === mark || isOfDraft(one, marks) || hasContent(one, marks),
    );
    const reading = asked.then((all) => this.among(all, marks));
    const kept =
      own.length === 0
        ? await reading
        : await withTimeLimit(
            reading.catch(() => []),
            OWN_LIMIT_MS,
            [],
          );
    const all = new Map([...kept, ...own].map((one) => [one.send.exchangeId, one]));
    const open = [...all.values()]
      .filter((one) => this.isOpen(one))
      .sort((one, other) => (one.send.startedAt < other.send.startedAt ? -1 : 1));
    const found = await this.withEntries(open.filter(({ mark: its }) => its !== LOST_MARK));
    const lostAt = open.find(({ mark: its }) => its === LOST_MARK)?.send.startedAt;
    const unkeptAt = lostAt === undefined ? await this.unkeptAt() : null;
    return {
      ...(lostAt === undefined ? {} : { lostAt }),
      ...(unkeptAt === null ? {} : { lostAt: unkeptAt, isUnkept: true }),
      same: found.filter((one) => one.mark === mark).map(({ send }) => send),
      ofDraft: found.filter((one) => one.mark !== mark && this.isAlike(one, marks)).map(({ send }) => send),
    };
  }

  /** What drafts have in common with their copies (`UnsettledMark.draftId`), where `find` tells of one: at most `MAX_AT_ONCE`. */
  async openFamilies(): Promise<readonly string[]> {
    const kept = await this.ask();
    const open = [...kept, ...this.open.values()].filter((one) => this.isOpen(one) && !this.isLeft(one));
    return [...new Set(open.flatMap(({ draftId }) => draftId ?? []))].slice(0, MAX_AT_ONCE);
  }

  /**
   * What drafts that are made from an exchange have in common with it (`Order.draftId`), so that they are asked about; null where its
   * outcome is known, or it has no effect.
   */
  async familyOf(exchangeId: string): Promise<string | null> {
    const sql = 'SELECT * FROM unsettled_sends WHERE exchange_id = ?';
    const kept = await this.database.query({ sql, values: [exchangeId] }, row);
    const one = this.open.get(exchangeId) ?? kept.find((each) => this.isOpen(each));
    if (one === undefined) return null;
    if (one.draftId !== null) return one.draftId;
    // It came from no draft: those that are made from it are its own.
    if (this.open.has(exchangeId)) this.open.set(exchangeId, { ...one, draftId: exchangeId });
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
    const isSetAside = state.kind === 'open' && state.hidesKept === true && !this.ofThisRun.has(LOST_MARK);
    const isHidden = isSetAside || (state.kind === 'session-only' && state.hidesKept === true);
    return (
      (isHidden || lostAt !== undefined) &&
      profile.environment !== 'local' &&
      this.known(mark).succeededAt <= (lostAt ?? '')
    );
  }

  /** The person has looked for what may have been out until then. */
  async forgetLost(lostAt: string): Promise<void> {
    this.ofThisRun.set(LOST_MARK, { settled: new Set(), succeededAt: lostAt });
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
      this.isOpen(one) &&
      (one.mark === told.mark || this.isAlike(one, marks));
    if ([...this.open.values()].some(isOther)) return false;
    this.note(told, send);
    if (known.size < asked.length) return true;
    // The database may have some of which this run knows how they ended: they are looked through, and it is asked once more.
    for (let tries = 0; tries < MAX_CLAIMS; tries += 1) {
      const { changedRows } = await this.database.execute(claimUnlessOther(told, send, [...known]));
      if (changedRows > 0) return true;
      const found = await this.database.query(whichOf([told.mark], marks), row);
      const others = found.filter(({ send: { exchangeId } }) => exchangeId !== send.exchangeId);
      if (others.some(isOther)) return false;
      for (const one of others) known.add(one.send.exchangeId);
    }
    return true;
  }

  /** From now on this run knows it; the database hears of it with the exchange. */
  note(told: UnsettledMark, send: UnsettledSend): void {
    this.watchClock();
    const { mark, draftId, destinationMark, contentMarks, isKnown, succeeded } = told;
    const known = this.known(mark);
    this.ofThisRun.set(mark, known);
    if (!isKnown) {
      // It leaves after that was carried out, and by a clock that was set back before it.
      if (!this.open.has(send.exchangeId)) {
        forgetFrom(this.draftsSucceededAt, wayOf(draftId, destinationMark), send.startedAt);
        for (const content of contentMarks) forgetFrom(this.contentsSucceededAt, content, send.startedAt);
      }
      // A copy may have been made of it while it was under way.
      const family = draftId ?? this.open.get(send.exchangeId)?.draftId ?? null;
      this.open.set(send.exchangeId, { mark, draftId: family, destinationMark, contentMarks, send });
      return;
    }
    this.open.delete(send.exchangeId);
    known.settled.add(send.exchangeId);
    if (!succeeded) return;
    for (const [id, one] of this.open) if (one.mark === mark) this.open.delete(id);
    known.succeededAt = send.startedAt;
    if (draftId !== null) this.draftsSucceededAt.set(wayOf(draftId, destinationMark), send.startedAt);
    for (const content of contentMarks) this.contentsSucceededAt.set(content, send.startedAt);
  }

  /** Where it was set back, nothing that was carried out before says what another process sent since. The database was told in time. */
  private watchClock(): void {
    const clock = Date.now() - performance.now();
    if (clock < this.clock - SET_BACK_MS) {
      for (const [mark, known] of this.ofThisRun) if (mark !== LOST_MARK) known.succeededAt = '';
      this.draftsSucceededAt.clear();
      this.contentsSucceededAt.clear();
    }
    this.clock = clock;
  }

  /** Of a send that is about to leave: where nothing keeps it, another run has to know at least that there was one. */
  async noteUnkept(exchangeId: string, isKept: boolean): Promise<void> {
    if (!isKept || !this.isOnDisk) await this.unkept?.add(exchangeId);
  }

  /** What is known of it by now is known to this run (`note`), or is kept. */
  async dropUnkept(exchangeId: string, isKept: boolean): Promise<void> {
    const isInFile = (id: string): boolean => isKept && this.isOnDisk && id === exchangeId;
    await this.unkept?.dropOwn((id) => !this.open.has(id) || isInFile(id));
  }

  private get isOnDisk(): boolean {
    return this.database.state.kind !== 'session-only';
  }

  private async unkeptAt(): Promise<string | null> {
    const at = (await this.unkept?.lastOfOthers()) ?? null;
    return at === null || at <= this.known(LOST_MARK).succeededAt ? null : at;
  }

  /** What was answered, and what the person noted of them; without it where the database cannot say it. */
  private async withEntries(open: readonly Found[]): Promise<readonly Found[]> {
    if (open.length === 0) return open;
    const ids = open.map(({ send }) => send.exchangeId);
    const sql = `SELECT id, noted_outcome, CASE outcome WHEN 'answered' THEN status END AS answered FROM exchanges
      WHERE id IN (${ids.map(() => '?').join(', ')})`;
    const reading = this.database.query({ sql, values: ids }, entryRow).catch(() => []);
    const rows = await withTimeLimit(reading, OWN_LIMIT_MS, []);
    const entries = new Map(rows.map((entry) => [entry.id, entry]));
    return open.map((one) => {
      const { answered = null, noted_outcome: notedOutcome = null } = entries.get(one.send.exchangeId) ?? {};
      const send = {
        ...one.send,
        ...(answered === null ? {} : { answered }),
        ...(notedOutcome === null ? {} : { notedOutcome }),
      };
      return { ...one, send };
    });
  }

  private async among(all: readonly Found[], marks: Marks): Promise<readonly Found[]> {
    const { mark } = marks;
    // They have to be made, which takes a while: where there is nothing else, nobody needs them.
    const earlierMarks = all.some((one) => ![mark, LOST_MARK].includes(one.mark)) ? marks.earlierMarks : [];
    const known = [mark, LOST_MARK, ...earlierMarks];
    const found =
      all.length < MAX_AT_ONCE
        ? all.filter((one) => known.includes(one.mark) || isOfDraft(one, marks) || hasContent(one, marks))
        : await this.database.query(whichOf(known, marks), row);
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

  private isAlike(one: Found, marks: Marks): boolean {
    const succeeded = one.contentMarks.some(
      (mark) => one.send.startedAt <= (this.contentsSucceededAt.get(mark) ?? ''),
    );
    return (isOfDraft(one, marks) && !this.isLeft(one)) || (hasContent(one, marks) && !succeeded);
  }

  /** One of its draft was carried out there since: only where it goes out again as it was is it asked about. */
  private isLeft({ draftId, destinationMark, send }: Found): boolean {
    return send.startedAt <= (this.draftsSucceededAt.get(wayOf(draftId, destinationMark)) ?? '');
  }

  /** The database may not have heard yet of what this run knows. */
  private isOpen({ mark, send }: Found): boolean {
    const { settled, succeededAt } = this.known(mark);
    if (this.open.has(send.exchangeId)) return true;
    return !settled.has(send.exchangeId) && send.startedAt > succeededAt;
  }

  private known(mark: string): Known {
    return this.ofThisRun.get(mark) ?? { settled: new Set(), succeededAt: '' };
  }
}

const wayOf = (draftId: string | null, destinationMark: string | null): string =>
  `${draftId} ${destinationMark}`;

function forgetFrom(succeededAt: Map<string, string>, key: string, startedAt: string): void {
  if (startedAt <= (succeededAt.get(key) ?? '')) succeededAt.delete(key);
}

/** The rows of these marks, of the draft and of the content. */
function whichOf(known: readonly string[], { draftId = null, contentMarks = [] }: Marks): Statement {
  const has = [...contentMarks.map(() => 'instr(content_marks, ?) > 0'), 'draft_id = ?'];
  return {
    sql: `SELECT * FROM unsettled_sends WHERE mark IN (${known.map(() => '?').join(', ')}) OR ${has.join(' OR ')}`,
    values: [...known, ...contentMarks, draftId],
  };
}
