import { expect, it, vi } from 'vitest';
import { readUuids } from '@shared/text/uuid';
import { readLarge } from './read-large';

vi.mock('@renderer/components/next-frame', () => ({ nextFrame: () => Promise.resolve() }));

const idOf = (at: number): string => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`;
const always = (): boolean => true;

it('finds in a long log what would be found at once, ids that a mail broke over two lines among them', async () => {
  const lines = Array.from({ length: 3_000 }, (_none, at) => {
    const id = idOf(at % 700);
    const written = at % 3 === 0 ? `${id.slice(0, 24)}\r\n${id.slice(24)}` : id;
    return `2026-11-21T02:44:52.123Z INFO [api-7d9f8b6c5d-x2k4p] session=${written} ${id}x amount=${at}`;
  });
  const log = lines.join('\r\n');
  expect(log.length).toBeGreaterThan(300_000);
  const { uuids, broken, duplicates } = readUuids(log);
  expect(uuids).toHaveLength(700);
  expect(await readLarge(log, always)).toEqual({
    input: [...uuids, ...broken].join('\n'),
    duplicates,
    refused: null,
  });
});

it('ends with a text that has no lines, and when it is not wanted any more', async () => {
  const { refused } = (await readLarge('x'.repeat(300_000), always)) ?? {};
  expect(refused).toContain('No UUID found');
  expect(await readLarge(`${idOf(1)}\n`.repeat(20_000), () => false)).toBeNull();
});
