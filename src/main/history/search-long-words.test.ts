import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import {
  at,
  found,
  openEach,
  openStore,
  put,
  putLookUps,
  search,
  store,
  testing,
} from './history-store.fixture';
import { WITHOUT_KEPT_COUNTS } from './keep-services.fixture';
import { indexedText, wordsOf } from './search-words';
import { lookUp } from './testing-exchanges';

openEach();

const ENTRIES = 25;
/** As long as the longest prefix that the index knows. */
const BEGINNING = 'beginn';

describe('the beginning of a word that is longer than the indexed prefixes', () => {
  beforeEach(async () => {
    await putLookUps(ENTRIES);
  });

  async function indexInstead(texts: readonly string[]): Promise<void> {
    await testing.database.transaction(
      await Promise.all(
        Array.from({ length: ENTRIES }, async (_, minute) => {
          const place = Date.parse(at(minute));
          const { shard } = await store.shards.shardFor(place);
          const words = indexedText(shard, [], [texts[minute] ?? '']);
          return {
            sql: 'INSERT OR REPLACE INTO exchange_words (rowid, words) VALUES (?, ?)',
            values: [place, words],
          };
        }),
      ),
    );
  }

  const end = fc.string({ unit: fc.constantFrom('0', '9', 'a', 'z', 'ü', 'я', '𝟚'), maxLength: 3 });
  const text = fc
    .array(end, { maxLength: 12 })
    .map((ends) => ['other', ...ends.map((one) => BEGINNING + one)].join(' '));

  it('finds every word with that beginning, few or many, in every shard', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: ENTRIES, maxLength: ENTRIES }),
        fc.array(end, { maxLength: 8 }),
        async (texts, ends) => {
          await indexInstead(texts);
          for (const one of ['', 'n', ...ends]) {
            for (const typed of [`${BEGINNING}${one}`, `other ${BEGINNING}${one}`]) {
              const [half = ''] = wordsOf(BEGINNING + one);
              const naive = texts.flatMap((each, minute) =>
                wordsOf(each).some((word) => word.startsWith(half)) ? [at(minute)] : [],
              );
              const page = await search.page({ ...EMPTY_HISTORY_QUERY, text: typed }, null, 100);
              const times = page?.entries.map(({ startedAt }) => startedAt);
              expect([typed, times]).toEqual([typed, naive.reverse()]);
              const facets = await search.facets({ ...EMPTY_HISTORY_QUERY, text: typed });
              expect([typed, facets?.total]).toEqual([typed, naive.length]);
            }
          }
        },
      ),
      { numRuns: 10 },
    );
  });

  it('finds a word as soon as it is written, and not after it is gone', async () => {
    const { id } = await put(lookUp({ startedAt: at(40) }));
    await store.mark(id, { note: 'chargebacks of March' });
    expect(await found('chargeb')).toEqual([id]);
    await store.mark(id, { note: 'chargebook' });
    expect(await found('chargeba')).toEqual([]);
    expect(await found('chargeb')).toEqual([id]);
    await store.remove([id]);
    expect(await found('chargeb')).toEqual([]);
  });

  it('finds words in a file from an older app without the list of words', async () => {
    for (const sql of [
      ...WITHOUT_KEPT_COUNTS,
      'ALTER TABLE buyer_load_rows DROP COLUMN parts',
      'DROP TABLE exchange_terms',
    ])
      await testing.database.execute({ sql });
    const { migrations } = testing;
    const before = migrations.findIndex(({ name }) => name === 'history-terms');
    await testing.database.execute({ sql: `PRAGMA user_version = ${before}` });
    await testing.reopen();
    openStore();
    expect(await found('get_checkout_sess')).toHaveLength(ENTRIES);
    expect(await found('checkou')).toHaveLength(ENTRIES);
  });
});
