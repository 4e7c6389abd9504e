import { expect, it, vi } from 'vitest';
import { readUuids } from '@shared/text/uuid';
import { readLarge } from './read-large';

const frames = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('@renderer/components/next-frame', () => ({ nextFrame: frames }));

const idOf = (at: number): string => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`;
const always = (): boolean => true;

it('finds the same IDs in a long log as in one pass, including those broken over two lines', async () => {
  const lines = Array.from({ length: 3_000 }, (_none, at) => {
    const id = idOf(at % 700);
    const written = at % 3 === 0 ? `${id.slice(0, 24)}\r\n${id.slice(24)}` : id;
    return `2026-11-21T02:44:52.123Z INFO [api-7d9f8b6c5d-x2k4p] session=${written} ${id}x amount=${at}`;
  });
  const log = lines.join('\r\n');
  expect(log.length).toBeGreaterThan(300_000);
  const { uuids, entries, duplicates } = readUuids(log);
  expect(uuids).toHaveLength(700);
  expect(await readLarge(log, always)).toEqual({
    input: entries.join('\n'),
    duplicates,
    refused: null,
  });
});

it.each([
  ['JSON', (id: string) => `{"level":"info","session_id":"${id}","amount":12}`, ','],
  ['no words', (id: string) => `kk+${id}/zz`, 'q'],
  ['words', (id: string) => `2026-11-21T02:44:52.123Z INFO session=${id} amount=12`, ' '],
])(
  'reads a one-line log of %s in parts, and finds the same IDs as in one pass',
  async (_what, write, between) => {
    const log = Array.from({ length: 10_000 }, (_none, at) => write(idOf(at))).join(between);
    frames.mockClear();
    const { entries } = readUuids(log);
    expect(await readLarge(log, always)).toEqual({
      input: entries.join('\n'),
      duplicates: 0,
      refused: null,
    });
    expect(frames.mock.calls.length).toBe(Math.ceil(log.length / 100_000));
  },
);

it('rejects a long line without IDs, and stops when the text is no longer wanted', async () => {
  const { refused } = (await readLarge('x'.repeat(300_000), always)) ?? {};
  expect(refused).toContain('No UUID found');
  expect(await readLarge(`${idOf(1)}\n`.repeat(20_000), () => false)).toBeNull();
});
