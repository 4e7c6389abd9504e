// The main process of a separate app on the app's runtime: fills a history, then types searches into it, letter by letter.
import { app } from 'electron';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { DatabaseService } from '../../src/main/database/database-service';
import { utilityProcessStarter } from '../../src/main/shell/utility-process';
import { migrations } from '../../src/main/schema';
import { HistorySearch } from '../../src/main/history/history-search';
import { HistoryStore } from '../../src/main/history/history-store';
import { mergeIndex } from '../../src/main/history/history-upkeep';
import { keepFacetCounts } from '../../src/main/history/kept-facet-counts';
import { EMPTY_HISTORY_QUERY } from '../../src/shared/history/history';
import { percentile } from '../kit/percentile.mjs';
import { random } from './exchanges.mjs';
import { fill } from './fill.mjs';
import { entriesOfPalette, letterOfPalette, scanOfAll } from './palette.mjs';

const entries = Number(process.env.HISTORY_BENCH_ENTRIES);
/** Filled once and kept for the next run, because filling takes far longer than all the searches together. */
const folder = process.env.HISTORY_BENCH_FOLDER;
const filled = join(folder, 'filled.json');
const kept = existsSync(filled) ? JSON.parse(readFileSync(filled, 'utf8')) : null;
const key = kept?.key ?? randomBytes(32).toString('hex');
const database = new DatabaseService({
  path: join(folder, 'explorer.db'),
  migrations,
  carryOver: [],
  secretStore: { get: async () => key, set: async () => undefined },
  startProcess: utilityProcessStarter(join(__dirname, 'database.cjs'), 'database'),
  announce: () => undefined,
});
const store = new HistoryStore(database);
const search = new HistorySearch(database, store);
/**
 * With more exchanges than this, the references are not measured: writing their table takes as long as the history
 * itself.
 */
const MAX_REFERENCE = 100_000;
const samples = kept?.samples ?? [];
/** What a palette that loaded the whole history would search. */
const inMemory = kept?.inMemory ?? [];
let queries = [];
const took = new Map();

void app
  .whenReady()
  .then(measure)
  .then(() => app.exit(0), fail);

function fail(error) {
  console.error(error);
  app.exit(1);
}

async function measure() {
  const { fillingMs, mergingMs } = kept ?? (await fillNow());
  // As the app does when it is opened; once done, nothing is left to do.
  const countingMs = await timed(() => keepFacetCounts(database, () => false));
  const texts = typedTexts();
  queries = texts.flatMap((text) => [
    { ...EMPTY_HISTORY_QUERY, text },
    { ...EMPTY_HISTORY_QUERY, text, operations: ['vault_forward'], statusClasses: [4, 5] },
  ]);
  // The first searches also read the file into memory, so they do not count.
  for (const query of queries.slice(0, 50)) await search.page(query, null, 100);
  const ours = await timesOf(queries, async (query) =>
    took.set(query, await timed(() => search.page(query, null, 100))),
  );
  const counts = await timesOf(queries.slice(0, 400), (query) => search.facets(query));
  if (entries > MAX_REFERENCE) return end({ fillingMs, mergingMs, countingMs, ours, counts });
  const plain = await timesOf(texts.slice(0, 60), (text) =>
    database.query(
      {
        sql: 'SELECT rowid FROM plain WHERE words LIKE ? ORDER BY rowid DESC LIMIT 100',
        values: [`%${text}%`],
      },
      z.unknown(),
    ),
  );
  const here = entriesOfPalette(texts);
  const letters = texts.filter((text) => text.length > 1);
  const palette = await timesOf(letters, (text) =>
    letterOfPalette(here, text, () => search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 5)),
  );
  const scanned = await timesOf(letters.slice(0, 200), (text) => scanOfAll(inMemory, text));
  await end({ fillingMs, mergingMs, countingMs, ours, counts, plain, palette, scanned });
}

async function end(measured) {
  const megabytes =
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1e6;
  const result = { entries, megabytes, ...measured, slowest: slowest() };
  writeFileSync(process.env.HISTORY_BENCH_RESULT, JSON.stringify(result));
  await database.close();
}

/**
 * What people type, letter by letter: ids, names, orders, places, several words, a word that occurs everywhere and one
 * that occurs nowhere.
 */
function typedTexts() {
  const next = random(2);
  const chosen = Array.from({ length: 12 }, () => samples[Math.floor(next() * samples.length)]);
  const whole = chosen.flatMap(({ id, buyer, payment_method: method, metadata, cart_items: items }) => [
    id,
    buyer.display_name,
    buyer.billing_details.email_address,
    method.fingerprint,
    metadata.order,
    `${buyer.billing_details.address.city} ${method.scheme} ${items[0].name}`,
  ]);
  whole.push(
    'https://api.sandbox.example/checkout',
    '404',
    'amount',
    'visa physical',
    'nothing like that',
    'psp.example',
  );
  whole.push('2024-01-1', 'Sandbox EU 500', 'x-request-id', 'amex visa', 'lovelace zürich keyboard amex');
  return whole.flatMap((text) => Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1)));
}

async function fillNow() {
  // Created here and not by a migration, because migrations also run on a file that older sources filled.
  const hasReference = entries <= MAX_REFERENCE;
  if (hasReference) await database.execute({ sql: 'CREATE TABLE plain (words TEXT)' });
  const noted = { key, samples, inMemory };
  const fillingMs = await timed(async () => {
    samples.push(...(await fill(store, entries, hasReference ? noteReference : () => undefined)));
  });
  // As the app does in the background.
  const mergingMs = await timed(() => mergeIndex(database, () => false));
  const times = { fillingMs, mergingMs };
  writeFileSync(filled, JSON.stringify({ ...noted, ...times }));
  return times;
}

async function noteReference(made) {
  inMemory.push(
    ...made.map(({ exchange, session }) => `${exchange.request.url} ${session.buyer.display_name}`),
  );
  await database.transaction(
    made.map(({ exchange }) => ({
      sql: 'INSERT INTO plain (words) VALUES (?)',
      values: [`${exchange.request.url} ${exchange.response.body.text}`],
    })),
  );
}

async function timed(act) {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

/** Percentiles over all runs, and the 95th of each of five runs; the list is dealt out to the runs in turn. */
async function timesOf(list, act) {
  const runs = Array.from({ length: 5 }, () => []);
  for (const [index, one] of list.entries()) runs[index % runs.length].push(await timed(() => act(one)));
  const all = runs.flat();
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(all, share));
  return {
    number: all.length,
    p50,
    p95,
    p99,
    most: Math.max(...all),
    p95OfRuns: runs.map((run) => percentile(run, 0.95)),
  };
}

function slowest() {
  return [...queries]
    .sort((one, other) => took.get(other) - took.get(one))
    .slice(0, 5)
    .map((query) => {
      const facets = query.operations.length > 0 ? ' (with facets)' : '';
      return `${query.text}${facets}: ${took.get(query).toFixed(1)} ms`;
    });
}
