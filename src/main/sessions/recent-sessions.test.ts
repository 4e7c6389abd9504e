import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { RecentSessions } from './recent-sessions';

const [A, B, C] = [1, 2, 3].map((digit) => `11111111-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];

let folder: string;
let recent: RecentSessions;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  folder = await mkdtemp(join(tmpdir(), 'recent-'));
  recent = new RecentSessions(join(folder, 'recent.json'));
  for (const id of [A, B, C]) await lookUp(id);
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function lookUp(id: string): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await recent.add('p', id, 'found');
}
const idsOf = (entries: readonly { sessionId: string }[]) => entries.map(({ sessionId }) => sessionId);

describe('clearing the recent look-ups', () => {
  it('leaves the pinned ones, and can be undone to what was there', async () => {
    await recent.pin('p', A, true);
    const before = await recent.list('p');
    const clearId = randomUUID();
    expect(idsOf(await recent.clear('p', clearId))).toEqual([A]);
    expect(await recent.undoClear('p', clearId)).toEqual(before);
    expect(await new RecentSessions(join(folder, 'recent.json')).list('p')).toEqual(before);
  });

  it('is undone around what was looked up since: newest first, nothing twice', async () => {
    const clearId = randomUUID();
    await recent.clear('p', clearId);
    await lookUp(A);
    expect(idsOf(await recent.undoClear('p', clearId))).toEqual([A, C, B]);
  });

  it('undoes each clear on its own, and none of them twice', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await recent.clear('p', first);
    await lookUp(A);
    await recent.clear('p', second);
    expect(idsOf(await recent.undoClear('p', second))).toEqual([A]);
    expect(idsOf(await recent.undoClear('p', first))).toEqual([A, C, B]);
    await expect(recent.undoClear('p', first)).rejects.toMatchObject({
      problem: { code: 'nothing-to-undo' },
    });
  });

  it('is for good after the time for an undo', async () => {
    const clearId = randomUUID();
    await recent.clear('p', clearId);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    await expect(recent.undoClear('p', clearId)).rejects.toMatchObject({
      problem: { code: 'nothing-to-undo' },
    });
    expect(await recent.list('p')).toEqual([]);
  });
});
