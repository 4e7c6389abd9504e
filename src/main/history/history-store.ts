import { z } from 'zod';
import { maskCardData } from '@shared/cards/mask-card-data';
import type { HistoryEntry, Retention } from '@shared/history/history';
import { TaskQueue } from '@shared/task-queue';
import { DatabaseError, questionMarks, type Database, type Statement } from '../database/database';
import { clearEntries, removeEntries, sizeOf, trimEntries, type HistorySize } from './delete-entries';
import { ENTRY_COLUMNS, NO_MARKS, readableEntryRow, toEntry, type EntryMarks } from './entry-rows';
import { indexedWords } from './indexed-words';
import { pack } from './packing';
import { entryValues, PUT_CONTENTS, PUT_ENTRY, PUT_WORDS } from './put-entry';
import { contentRow, readContents } from './read-contents';
import type { KeptExchange } from './record';
import { Shards } from './shards';

/** An exchange to write, and the id of the one that it replays. */
interface Putting {
  readonly kept: KeptExchange;
  readonly replayOf: string | null;
  /** True if no version of it was ever written. */
  readonly isNew?: boolean;
  /** Written in the same transaction. */
  readonly marking?: readonly Statement[] | null;
}

/** The statements that write an entry, its words last. */
interface Writing {
  readonly id: string;
  readonly entry: readonly Statement[];
  readonly words: Statement;
}

/** The history in the database, by exchange id. When a write resolves, it is on disk. */
export class HistoryStore {
  readonly shards: Shards;
  /** Writes go one after the other, as each depends on what was read before it. */
  private readonly writes = new TaskQueue();
  private lacking = 0;

  constructor(
    private readonly database: Database,
    private readonly now: () => Date = () => new Date(),
    entriesPerShard?: number,
  ) {
    this.shards = new Shards(database, entriesPerShard);
  }

  /** How many entries are not in the search index yet; `indexMissing` adds them. */
  get unindexed(): number {
    return this.lacking;
  }

  /** Entries were added without their words. */
  noteUnindexed(entries: number): void {
    this.lacking += entries;
  }

  /** Adds an exchange, or writes a newer version of an existing one. */
  async put(kept: KeptExchange, replayOf: string | null): Promise<HistoryEntry> {
    await this.putAll([{ kept, replayOf }]);
    const entry = await this.find(kept.record.id);
    if (!entry) throw new Error('an exchange was not written');
    return entry;
  }

  /** Writes several exchanges, all or none. If one occurs twice, the later version counts. */
  putAll(items: readonly Putting[]): Promise<void> {
    return this.writes.run(() => this.putNow(items));
  }

  /** Writes the markings of exchanges that cannot be written themselves. */
  putMarkings(markings: readonly Statement[]): Promise<unknown> {
    return this.database.transaction(markings);
  }

  private async putNow(items: readonly Putting[]): Promise<void> {
    const newest = new Map(items.map((item) => [item.kept.record.id, item]));
    const isNew = new Set(items.flatMap((item) => (item.isNew === true ? item.kept.record.id : [])));
    const older = this.findAll([...newest.keys()].filter((id) => !isNew.has(id)));
    const packing = [...newest.values()].map(async (item) => ({
      ...item,
      contents: await packAll(item.kept),
    }));
    const [entries, packed] = await Promise.all([older, Promise.all(packing)]);
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    const writings: Writing[] = [];
    for (const { kept, replayOf, contents } of packed) {
      const { id, startedAt } = kept.record;
      const before = known.get(id);
      const place = before?.place ?? (await this.shards.newPlace(Date.parse(startedAt)));
      writings.push(await this.writing(place, kept, contents, before ?? { ...NO_MARKS, replayOf }));
    }
    const markings = items.flatMap(({ marking }) => marking ?? []);
    await this.write(markings, writings);
  }

  /**
   * All or nothing. An entry whose words would name the wrong shard is written without them and then indexed again.
   */
  private async write(first: readonly Statement[], writings: readonly Writing[]): Promise<void> {
    const statements = [...first, ...writings.flatMap(({ entry, words }) => [...entry, words])];
    const changes = await this.database.transaction(statements);
    for (const { id, words } of writings)
      if (changes[statements.indexOf(words)]?.changedRows === 0) await this.reindex(id);
  }

  private async reindex(id: string): Promise<void> {
    this.shards.forget();
    const entry = await this.find(id);
    // An unreadable entry must not keep the others out of the index; searches count it (`HistorySearch`).
    if (!entry) return;
    const kept = await this.read(entry.place).catch(ignoreUnreadable);
    await this.write([], [await this.indexing(entry, kept)]);
  }

  async find(id: string): Promise<HistoryEntry | null> {
    return (await this.findAll([id]))[0] ?? null;
  }

  /** Null if it is gone. Throws a `ProblemError` if its contents cannot be read. */
  async read(place: number): Promise<KeptExchange | null> {
    const [row] = await this.database.query(
      {
        sql: 'SELECT record, request_body, response_body FROM exchange_contents WHERE seq = ?',
        values: [place],
      },
      contentRow,
    );
    if (!row) return null;
    return readContents(row);
  }

  /** The first exchange of a chain of replays, with all its replays, oldest first. */
  async chain(id: string): Promise<HistoryEntry[]> {
    const rows = await this.database.query(
      {
        sql: `WITH RECURSIVE
            up (id, replay_of) AS (
              SELECT id, replay_of FROM exchanges WHERE id = ?
              UNION SELECT e.id, e.replay_of FROM exchanges e JOIN up ON e.id = up.replay_of
            ),
            top (id) AS (SELECT id FROM up WHERE replay_of IS NULL OR replay_of NOT IN (SELECT id FROM exchanges)),
            chain (id) AS (SELECT id FROM top UNION SELECT e.id FROM exchanges e JOIN chain ON e.replay_of = chain.id)
          SELECT ${ENTRY_COLUMNS} FROM chain JOIN exchanges e ON e.id = chain.id ORDER BY e.seq LIMIT 500`,
        values: [id],
      },
      readableEntryRow,
    );
    return rows.filter((entry) => entry !== null);
  }

  /** Null if the entry does not exist (any more). */
  mark(id: string, change: Partial<Omit<EntryMarks, 'replayOf'>>): Promise<HistoryEntry | null> {
    return this.writes.run(async () => {
      const entry = await this.find(id);
      if (!entry) return null;
      // Card data is masked wherever the history keeps a text.
      const note = maskCardData(change.note ?? entry.note);
      const changed = { ...entry, ...change, note };
      const { place, starred, notedOutcome } = changed;
      const marking = {
        sql: 'UPDATE exchanges SET starred = ?, note = ?, noted_outcome = ? WHERE seq = ?',
        values: [starred, note, notedOutcome, place],
        idempotent: true,
      };
      // An entry can be marked, and found by its marks, even if its contents are lost or unreadable.
      const kept = await this.read(place).catch(ignoreUnreadable);
      await this.write([marking], [await this.indexing(changed, kept)]);
      return changed;
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    return removeEntries(this.database, ids);
  }

  /** Deletes all entries of a profile, or all entries. Returns their number. */
  clear(profileId: string | null, keepStarred: boolean): Promise<number> {
    return clearEntries(this.database, profileId, keepStarred);
  }

  /** Deletes the oldest entries beyond the retention, but never a starred one. Returns their number. */
  trim(retention: Retention): Promise<number> {
    return trimEntries(this.database, retention, this.now());
  }

  size(): Promise<HistorySize> {
    return sizeOf(this.database);
  }

  /**
   * Adds missing entries to the search index, newest first: those that moved into the file from the database in
   * memory, which had its own index, or all of them after a migration rebuilt the index, which may take minutes.
   * Continues where it was stopped. Returns the number of entries processed.
   */
  async indexMissing(isStopped: () => boolean = () => false): Promise<number> {
    const [difference] = await this.database.query(
      {
        sql: 'SELECT (SELECT count(*) FROM exchanges) - (SELECT count(*) FROM exchange_words_docsize) AS missing',
      },
      z.object({ missing: z.number() }),
    );
    this.lacking = difference?.missing ?? 0;
    if (this.lacking === 0) return 0;
    const missing = await this.database.query(
      {
        sql: 'SELECT id FROM exchanges WHERE seq NOT IN (SELECT rowid FROM exchange_words) ORDER BY seq DESC',
      },
      z.object({ id: z.string() }),
    );
    this.lacking = missing.length;
    for (const [number, { id }] of missing.entries()) {
      if (isStopped()) return number;
      await this.writes.run(() => this.reindex(id));
      this.lacking -= 1;
    }
    return missing.length;
  }

  private async indexing(entry: HistoryEntry, kept: KeptExchange | null): Promise<Writing> {
    const { shard, statement } = await this.shards.shardFor(entry.place);
    const values = [entry.id, indexedWords(shard, entry, kept), shard];
    return { id: entry.id, entry: [statement], words: { sql: PUT_WORDS, values, idempotent: true } };
  }

  /** The entries that exist and can be read. */
  private async findAll(ids: readonly string[]): Promise<HistoryEntry[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.query(
      {
        sql: `SELECT ${ENTRY_COLUMNS} FROM exchanges e WHERE e.id IN (${questionMarks(ids)})`,
        values: ids,
      },
      readableEntryRow,
    );
    return rows.filter((entry) => entry !== null);
  }

  private async writing(
    place: number,
    kept: KeptExchange,
    contents: readonly (Uint8Array | null)[],
    { starred, note, notedOutcome, replayOf }: EntryMarks,
  ): Promise<Writing> {
    const entry = toEntry(place, kept, { starred, note, notedOutcome, replayOf });
    const bytes = contents.reduce((sum, packed) => sum + (packed?.length ?? 0), 0);
    const indexing = await this.indexing(entry, kept);
    const statements = [
      { sql: PUT_ENTRY, values: entryValues(entry, bytes), idempotent: true },
      { sql: PUT_CONTENTS, values: [entry.id, ...contents], idempotent: true },
    ];
    return { ...indexing, entry: [...indexing.entry, ...statements] };
  }
}

/** The values for the content columns of an entry. */
function packAll({ record, requestBody, responseBody }: KeptExchange): Promise<(Uint8Array | null)[]> {
  return Promise.all([
    pack(Buffer.from(JSON.stringify(record), 'utf8')),
    requestBody && pack(requestBody),
    responseBody && pack(responseBody),
  ]);
}

/** Null for an unreadable entry. A `DatabaseError` does not concern one entry, so it is rethrown. */
export function ignoreUnreadable(error: unknown): null {
  if (error instanceof DatabaseError) throw error;
  return null;
}
