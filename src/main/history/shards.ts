import { z } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import type { Database, Statement } from '../database/database';
import { SHARD_ENTRIES } from './search-words';

/** A shard holds the entries from its first place up to the beginning of the next newer shard. */
export interface Shard {
  readonly firstPlace: number;
  readonly shard: number;
}

interface Loaded {
  readonly from: DatabaseState;
  /** Newest first. */
  shards: Shard[];
  /** The (approximate) number of entries in the newest shard. */
  inNewest: number;
  lastPlace: number;
}

const shardRow = z
  .object({ first_seq: z.number(), shard: z.number() })
  .transform(({ first_seq: firstPlace, shard }): Shard => ({ firstPlace, shard }));

/** Gives each entry its place in time, and knows which shard of the index it belongs to. */
export class Shards {
  private loading: Promise<Loaded> | null = null;

  constructor(
    private readonly database: Database,
    private readonly entriesPerShard = SHARD_ENTRIES,
  ) {}

  /** Newest first. Read each time, because another instance of the app may have begun a new shard. */
  all(): Promise<readonly Shard[]> {
    return this.database.query(
      // Two older instances of the app may both have begun the same shard, each at its own entry.
      {
        sql: `SELECT min(first_seq) AS first_seq, shard FROM exchange_shards
          GROUP BY shard ORDER BY first_seq DESC`,
      },
      shardRow,
    );
  }

  /** Drops the cached shards, which are out of date. */
  forget(): void {
    this.loading = null;
  }

  /** The shard of a place as far as known, and the statement to execute before its entry is written. */
  async shardFor(place: number): Promise<{ readonly shard: number; readonly statement: Statement }> {
    const loaded = await this.loaded();
    const shard = loaded.shards.find(({ firstPlace }) => firstPlace <= place) ?? { firstPlace: 0, shard: 0 };
    if (!loaded.shards.includes(shard)) loaded.shards = [...loaded.shards, shard];
    return { shard: shard.shard, statement: keepShard(shard) };
  }

  /** A new place at this time (ms since 1970), or the next free one after it. */
  async newPlace(time: number): Promise<number> {
    const loaded = await this.loaded();
    const place = time > loaded.lastPlace ? time : loaded.lastPlace + 1;
    loaded.lastPlace = place;
    let newest = loaded.shards[0];
    if (newest === undefined || loaded.inNewest >= this.entriesPerShard) {
      // Anything older than the very first shard belongs to it as well.
      newest = { firstPlace: newest === undefined ? 0 : place, shard: (newest?.shard ?? -1) + 1 };
      loaded.shards = [newest, ...loaded.shards];
      loaded.inNewest = 0;
    }
    loaded.inNewest += 1;
    return place;
  }

  /** Reloads when the database has changed: a new file, or the file in place of memory. */
  private async loaded(): Promise<Loaded> {
    for (;;) {
      const loading = (this.loading ??= this.load());
      const loaded = await loading.catch((error: unknown) => {
        if (this.loading === loading) this.loading = null;
        throw error;
      });
      if (loaded.from === this.database.state) return loaded;
      if (this.loading === loading) this.loading = null;
    }
  }

  private async load(): Promise<Loaded> {
    const shards = [...(await this.all())];
    const [counts] = await this.database.query(
      {
        sql: `SELECT (SELECT count(*) FROM exchanges WHERE seq >= ?) AS in_newest,
          (SELECT coalesce(max(seq), 0) FROM exchanges) AS last_place`,
        values: [shards[0]?.firstPlace ?? 0],
      },
      z.object({ in_newest: z.number(), last_place: z.number() }),
    );
    const { in_newest: inNewest = 0, last_place: lastPlace = 0 } = counts ?? {};
    return { from: this.database.state, shards, inNewest, lastPlace };
  }
}

/**
 * The new shard begins after all existing entries: anything that another instance of the app has written is in the
 * shard before.
 */
function keepShard({ firstPlace, shard }: Shard): Statement {
  return {
    sql: `INSERT OR IGNORE INTO exchange_shards (first_seq, shard)
      SELECT iif(?1 = 0, 0, max(?1, (SELECT coalesce(max(seq), 0) + 1 FROM exchanges))), ?2
      WHERE NOT EXISTS (SELECT 1 FROM exchange_shards WHERE shard = ?2)`,
    values: [firstPlace, shard],
    idempotent: true,
  };
}
