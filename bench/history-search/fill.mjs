// Fills a history with exchanges generated from a seed.
import { keepExchange } from '../../src/main/history/keep-exchange';
import { maker } from './exchanges.mjs';

/**
 * How many exchanges are written in one transaction, and out of how many one is remembered as something to search for.
 */
const AT_ONCE = 2_000;
const SAMPLED = 200;
const services = {
  bodies: { facts: () => null, read: async () => null },
  secrets: { keep: () => '00000000-0000-4000-8000-000000000000' },
};

/**
 * Returns some of the sessions written. While exchanges are being written, the next ones are made.
 * @param reference called with what was written, for the search that the app's is compared with.
 */
export async function fill(store, entries, reference) {
  const make = maker(1);
  const samples = [];
  let writing = Promise.resolve();
  for (let done = 0; done < entries; done += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, entries - done) }, make);
    samples.push(...made.filter((_, at) => at % SAMPLED === 0).map(({ session }) => session));
    const items = await Promise.all(made.map(toItem));
    await writing;
    writing = store.putAll(items).then(() => reference(made));
  }
  await writing;
  return samples;
}

async function toItem({ exchange, asked }) {
  const sentAs = { request: asked, composed: null, secrets: [] };
  return { kept: await keepExchange(exchange, sentAs, services), replayOf: null, isNew: true };
}
