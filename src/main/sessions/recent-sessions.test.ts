import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { importRecentFile } from './import-recent-file';
import { RecentSessions } from './recent-sessions';

const [A, B, C] = [1, 2, 3].map((digit) => `11111111-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];
const line = (sessionId: string) => ({
  sessionId,
  outcome: 'found' as const,
  status: 200,
  isForeign: false,
  expiresAt: '2026-11-22T21:40:00Z',
  total: '13591',
  card: 'visa •••• 1111',
  buyer: 'Ada Example',
});

const testing = useTestingDatabase();
let recent: RecentSessions;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  recent = new RecentSessions(testing.database);
  for (const id of [A, B, C]) await lookUp(id);
});
afterEach(async () => {
  vi.useRealTimers();
});

async function lookUp(id: string, on = recent): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await on.add('p', line(id));
}
const idsOf = (entries: readonly { sessionId: string }[]) => entries.map(({ sessionId }) => sessionId);

describe('recent look-ups', () => {
  it('show person and amount after a restart, newest first, for their own profile only', async () => {
    await lookUp(A);
    const again = new RecentSessions(await testing.reopen());
    expect(idsOf(await again.list('p'))).toEqual([A, C, B]);
    expect((await again.list('p'))[0]).toMatchObject(line(A));
    expect(await again.list('q')).toEqual([]);
  });

  it('show the status of a failed one, and whether the API answered', async () => {
    const refused = { ...line(A), outcome: 'no access' as const, status: 401 };
    await recent.add('p', refused);
    await recent.add('p', { ...line(B), outcome: 'failed', status: 502, isForeign: true });
    const entries = new Map((await recent.list('p')).map((entry) => [entry.sessionId, entry]));
    expect(entries.get(A)).toMatchObject({ outcome: 'no access', status: 401, isForeign: false });
    expect(entries.get(B)).toMatchObject({ outcome: 'failed', status: 502, isForeign: true });
  });

  it('show the result of the newest look-up even if an older one ends later', async () => {
    const cancelled = { ...line(A), outcome: 'cancelled' as const };
    const ofA = async () => (await recent.list('p')).find(({ sessionId }) => sessionId === A);
    recent.addSoon('p', 20, () => Promise.resolve(cancelled));
    recent.addSoon('p', 10, () => Promise.resolve(line(A)));
    expect(await ofA()).toMatchObject(cancelled);
    // The same session under another profile is another look-up.
    recent.addSoon('q', 10, () => Promise.resolve(line(A)));
    expect(await recent.list('q')).toMatchObject([line(A)]);
    recent.addSoon('p', 30, () => Promise.resolve(line(A)));
    expect(await ofA()).toMatchObject(line(A));
  });

  it('take over what a list has read since, and nothing that it read before their own look-up or for the first time', async () => {
    const failed = { ...line(B), outcome: 'failed' as const, total: null };
    const D = A.replace(/1$/, '4');
    const after = new Date(Date.now() + 1_000).toISOString();
    const before = new Date(Date.now() - 10_000).toISOString();
    await recent.readAgain('p', [
      { line: failed, lookedUpAt: after },
      { line: { ...failed, sessionId: C }, lookedUpAt: before },
      { line: line(D), lookedUpAt: after },
    ]);
    const [newest, ...others] = await recent.list('p');
    expect(newest).toMatchObject({ ...failed, lookedUpAt: after });
    expect(others).toMatchObject([line(C), line(A)]);
  });

  it('of a list that was read before keep what has been read since, and are as old as their answer', async () => {
    const old = { outcome: 'failed' as const, status: 429, total: null };
    const D = A.replace(/1$/, '4');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    await recent.add('p', { ...line(A), ...old }, yesterday);
    await recent.add('p', { ...line(D), ...old }, yesterday);
    const entries = await recent.list('p');
    expect(idsOf(entries)).toEqual([C, B, A, D]);
    expect(entries[2]).toMatchObject(line(A));
    expect(entries[3]).toMatchObject({ ...old, lookedUpAt: yesterday });
  });

  it('of some profiles are deleted, including pinned ones', async () => {
    await recent.add('gone', line(A));
    await recent.pin('gone', A, true);
    expect(new Set(await recent.profileIds())).toEqual(new Set(['p', 'gone']));
    await recent.forgetProfiles(['gone', 'another']);
    expect(await recent.list('gone')).toEqual([]);
    expect(await recent.list('p')).toHaveLength(3);
  });

  it('keep unusual characters, and no more than 200', async () => {
    const odd = `\u0000\ud800${'x'.repeat(500)}`;
    vi.setSystemTime(Date.now() + 1_000);
    await recent.add('p', { ...line(A), buyer: odd });
    const [first] = await recent.list('p');
    expect(first?.buyer?.startsWith('\u0000\ud800x')).toBe(true);
    expect(first?.buyer).toHaveLength(200);
  });

  it('show buyer and card without characters that change the text direction', async () => {
    vi.setSystemTime(Date.now() + 1_000);
    await recent.add('p', { ...line(A), buyer: '\u202egro.live\u202c Ltd', card: 'visa\u2067 •••• 1111' });
    const [newest] = await recent.list('p');
    expect(newest).toMatchObject({ buyer: 'gro.live  Ltd', card: 'visa  •••• 1111' });
  });

  it('keep a pin across another look-up, and drop the oldest beyond 200', async () => {
    await recent.pin('p', A, true);
    for (let number = 0; number < 201; number += 1)
      await lookUp(`22222222-0000-4000-8000-${String(number).padStart(12, '0')}`);
    await lookUp(A);
    const entries = await recent.list('p');
    expect(entries).toHaveLength(201);
    expect(entries[0]).toMatchObject({ sessionId: A, pinned: true });
    expect(idsOf(entries)).not.toContain(B);
  });

  it('contain no name in clear text on the disk', async () => {
    await testing.reopen();
    const files = readdirSync(testing.folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    expect(files.some(({ name }) => name.startsWith('explorer'))).toBe(true);
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes('Ada Example'), name).toBe(false);
  });
});

describe('clearing the recent look-ups', () => {
  it('keeps pinned ones, and can be undone completely', async () => {
    await recent.pin('p', A, true);
    const before = await recent.list('p');
    const clearId = randomUUID();
    expect(idsOf(await recent.clear('p', clearId))).toEqual([A]);
    expect(await recent.undoClear('p', clearId)).toEqual(before);
    expect(await new RecentSessions(await testing.reopen()).list('p')).toEqual(before);
  });

  it('can be undone around newer look-ups, in order and without duplicates', async () => {
    const clearId = randomUUID();
    await recent.clear('p', clearId);
    await lookUp(A);
    expect(idsOf(await recent.undoClear('p', clearId))).toEqual([A, C, B]);
  });

  it('can be undone once for each clear separately', async () => {
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

  it('cannot be undone after the undo period', async () => {
    const clearId = randomUUID();
    await recent.clear('p', clearId);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    await expect(recent.undoClear('p', clearId)).rejects.toMatchObject({
      problem: { code: 'nothing-to-undo' },
    });
    expect(await recent.list('p')).toEqual([]);
  });
});

describe('the recent look-ups file of version 0.1.0', () => {
  const entry = { sessionId: B, outcome: 'expired', lookedUpAt: '2026-01-02T03:04:05.678Z', pinned: true };

  it('is imported beside existing look-ups, then deleted', async () => {
    const path = join(testing.folder, 'recent-sessions.json');
    writeFileSync(path, JSON.stringify({ version: 1, content: { q: [entry] } }));
    const taking = new RecentSessions(testing.database, () => importRecentFile(path, testing.database));
    expect(await taking.list('q')).toEqual([
      { ...entry, isForeign: false, expiresAt: null, total: null, card: null, buyer: null },
    ]);
    expect(existsSync(path)).toBe(false);
    expect(idsOf(await taking.list('p'))).toEqual([C, B, A]);
  });

  it('stays until there is a database on disk: without a keychain, what it has would end with this run', async () => {
    const path = join(testing.folder, 'recent-sessions.json');
    writeFileSync(path, JSON.stringify({ version: 1, content: { q: [entry] } }));
    testing.keychain.trouble = 'locked';
    const database = await testing.reopen();
    await importRecentFile(path, database);
    expect(database.state.kind).toBe('session-only');
    expect(existsSync(path)).toBe(true);
  });

  it('stays and is not imported if a newer version wrote it', async () => {
    const path = join(testing.folder, 'recent-sessions.json');
    writeFileSync(path, JSON.stringify({ version: 2, content: { q: [entry] } }));
    const taking = new RecentSessions(testing.database, () => importRecentFile(path, testing.database));
    expect(await taking.list('q')).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});
