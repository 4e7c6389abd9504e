import { expect, it } from 'vitest';
import { readSource } from './read-source';

function collectionOf(item: readonly unknown[]) {
  const content = readSource({ kind: 'text', text: JSON.stringify({ info: { name: 'Payments' }, item }) });
  if (content.kind !== 'collection') throw new Error(`read as ${content.kind}`);
  return content.collection;
}

it('At most 20,000 requests of a collection are handed over, and the rest is reported', () => {
  const { found, report } = collectionOf(Array.from({ length: 20_003 }, () => ({})));
  expect(found).toHaveLength(20_000);
  expect(report.notes).toEqual([
    'It holds 20,003 requests: the first 20,000 of them are taken, as it is too large. Import the rest in parts.',
  ]);
});

it('Long folder names do not multiply the size of what is handed over', () => {
  const item = Array.from({ length: 200 }, (_none, at) => ({
    name: `Charge ${at}`,
    request: 'https://a.example',
  }));
  const { found, report } = collectionOf([{ name: 'f'.repeat(1_000_000), item }]);
  expect(found.length).toBeGreaterThan(0);
  expect(JSON.stringify(found).length).toBeLessThan(60_100_000);
  expect(report.notes).toEqual([
    expect.stringMatching(/^It holds 200 requests: the first \d\d of them are taken/),
  ]);
});

it('At most 20,000 requests of this app are handed over, and the rest is reported', () => {
  const text = 'version: 2\n'.concat('---\n{}\n'.repeat(20_001));
  const content = readSource({ kind: 'text', text });
  if (content.kind !== 'requests') throw new Error(`read as ${content.kind}`);
  expect(content.requests).toHaveLength(20_001);
  expect(content.requests.at(-1)).toEqual({
    ok: false,
    why: 'It holds 20,002 requests: the first 20,000 of them are taken, as it is too large. Import the rest in parts.',
  });
});

it('A request file in a folder is read as one of this app, whatever it looks like', () => {
  const text = 'info: {name: x}\nversion: 2\n';
  expect(readSource({ kind: 'request-file', text })).toMatchObject({ kind: 'requests' });
});
