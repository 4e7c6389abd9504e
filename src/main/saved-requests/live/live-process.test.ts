import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DocumentClient, type DocumentClientOptions } from '../../documents/document-client';
import { forkStarter } from '../../processes/fork-process';
import { buildEntries } from '../../testing/build-entries';
import { writeRequestFolder } from '../request-folder';
import { askLiveOf } from './ask-live';
import {
  askedOf,
  editOutside,
  openTestingLive,
  problemOf,
  savedRequest,
  writeOutside,
  type TestingLive,
} from './testing-live';

let built: string;
let live: TestingLive;
let client: DocumentClient;
let asked = 0;
beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'live-process-'));
  await buildEntries(built, { process: 'src/main/documents/documents-process.ts' });
});
afterEach(async () => {
  client.stop();
  await live.remove();
});
afterAll(() => rm(built, { recursive: true }));
const { open, state, look, text, known } = askedOf(() => live);

/** Runs the real code in a real process. */
async function start(execArgv: readonly string[], options: Partial<DocumentClientOptions>): Promise<void> {
  const starter = forkStarter<never, never>(join(built, 'process.cjs'), { execArgv });
  client = new DocumentClient({ start: starter, report: () => undefined, ...options });
  const ask = askLiveOf(client);
  asked = 0;
  live = await openTestingLive(undefined, undefined, (...given) => {
    asked += 1;
    return ask(...given);
  });
}

/** Within every limit, but the parser searches all of it for each error, which takes minutes. */
const HOSTILE = `${'"a" '.repeat(250_000)}\n`;

describe('a file of a folder on disk is read in a separate process', () => {
  it('a file that takes too long is named while the app goes on, and read again once it has changed', async () => {
    await start([], { limitMs: 2_000 });
    const [one, other] = [savedRequest({ name: 'A' }), savedRequest({ name: 'Z' })];
    await writeOutside(live.root, 'A.request.yaml', one);
    await writeOutside(live.root, 'Hostile.request.yaml', HOSTILE);
    await writeOutside(live.root, 'Z.request.yaml', other);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 20);
    await open();
    await expect.poll(async () => (await state()).problem).toBe(null);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(50);
    expect((await state()).broken).toEqual([
      expect.objectContaining({
        file: 'Hostile.request.yaml',
        why: expect.stringContaining('took too long') as unknown,
      }),
    ]);
    expect((await live.store.all()).map(({ name }) => name)).toEqual(['A', 'Z']);
    const before = asked;
    await look();
    expect(asked).toBe(before);
    await writeOutside(live.root, 'Hostile.request.yaml', savedRequest({ name: 'Mended' }));
    await look();
    expect((await state()).broken).toEqual([]);
  });

  it('an export into a folder with such a file goes on, and leaves the file as it is', async () => {
    await start([], { limitMs: 1_000 });
    const slow = `${'"a" '.repeat(60_000)}\n`;
    await writeOutside(live.root, 'Slow.request.yaml', slow);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 20);
    const written = await writeRequestFolder([savedRequest({ name: 'A' })], live.root, askLiveOf(client));
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(20);
    expect(written).toMatchObject({ written: 1, leftAlone: ['Slow.request.yaml'] });
    expect(await text('Slow.request.yaml')).toBe(slow);
    expect(await text('A.request.yaml')).toContain('name: A\n');
  });

  it('a file that needs too much memory is named, and the others are read', async () => {
    await start(['--max-heap-size=60'], {});
    await writeOutside(live.root, 'A.request.yaml', savedRequest({ name: 'A' }));
    const body = JSON.stringify('x\n'.repeat(6_000_000));
    await writeOutside(live.root, 'Large.request.yaml', `version: 2\nname: ${body}\n`);
    await open();
    await expect.poll(async () => (await state()).problem).toBe(null);
    expect((await state()).broken[0]?.why).toContain('more memory');
    expect(await live.store.all()).toHaveLength(1);
  });

  it('a save keeps comments, and changes nothing if its process dies', async () => {
    await start([], {});
    const one = savedRequest({ name: 'A' });
    await writeOutside(live.root, 'A.request.yaml', one);
    await editOutside(live.root, 'A.request.yaml', (before) => `# Ours\n${before}`);
    await open();
    await live.store.put({ ...(await known(one.id)), description: 'Mine' });
    const saved = await text('A.request.yaml');
    expect(saved).toMatch(/^# Ours\n[^]*Mine/);
    const putting = live.store.put({ ...(await known(one.id)), description: 'Lost' });
    const stopping = setInterval(() => client.stop(), 0);
    expect(await problemOf(putting)).toBe('request-file-unreadable');
    clearInterval(stopping);
    expect(await text('A.request.yaml')).toBe(saved);
  });
});
