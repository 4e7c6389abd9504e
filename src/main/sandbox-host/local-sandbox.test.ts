import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { startingDocument, type ServedDocument } from '@shared/documents/served-document';
import { ProfileStore } from '../profiles/profile-store';
import { LocalSandbox } from './local-sandbox';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let told: ProfilesState[];
let announced: (readonly ServedDocument[])[];
const report = vi.fn();
const keepSandboxToken = vi.fn<(profileId: string, token: string, home: string) => Promise<void>>(() =>
  Promise.resolve(),
);

beforeEach(async () => {
  told = [];
  announced = [];
  vi.clearAllMocks();
});

/**
 * Starts a worker that reports that it is ready and then does what `script` says; `life` counts its starts from 1.
 */
async function start(
  script: string,
  baseUrl = "'http://127.0.0.1:' + life",
  sandboxPortsPath: string | null = join(folder, 'sandbox-ports.json'),
  begins = true,
): Promise<LocalSandbox> {
  const file = join(folder, 'worker.cjs');
  const lives = JSON.stringify(join(folder, 'lives'));
  await writeFile(
    file,
    `const { parentPort } = require('node:worker_threads');
    const { appendFileSync, readFileSync } = require('node:fs');
    appendFileSync(${lives}, '.');
    const life = readFileSync(${lives}).length;
    parentPort.postMessage({ type: 'ready', description: {
      baseUrl: ${baseUrl}, destination: { http: '', tls: '' }, tokens: { full: 'token-' + life },
      sessions: {}, merchantAccounts: [], paymentMethods: [], paymentMethodNames: {}, authentications: {} } });
    parentPort.on('message', ({ type }) => type === 'stop' && parentPort.close());
    ${script}`,
  );
  const announce = (state: ProfilesState): void => void told.push(state);
  const sandbox = new LocalSandbox({
    built: () => file,
    sandboxPortsPath,
    profiles: new ProfileStore({ path: join(folder, 'profiles.json'), announce }),
    credentials: { keepSandboxToken },
    startServing: () => {
      throw new Error('no process');
    },
    documentText: (id) => Promise.resolve(`text of ${id}`),
    announceServed: (served) => void announced.push(served),
    report,
  });
  if (begins) void sandbox.facts();
  return sandbox;
}

describe('LocalSandbox', () => {
  it('for one run only does not store its ports or its token permanently', async () => {
    const kept = join(folder, 'sandbox-ports.json');
    const own = await start('', "'http://127.0.0.1:45678'", null);
    expect(await own.facts()).toMatchObject({ baseUrl: 'http://127.0.0.1:45678' });
    await own.stop();
    expect(keepSandboxToken.mock.calls).toEqual([['local-sandbox', 'token-1', 'this-run-only']]);
    await expect(readFile(kept)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is awaited by anybody who asks for its profile while it starts, as the active one or by id', async () => {
    const sandbox = await start('');
    const asked = [sandbox.activeProfile(), sandbox.findProfile('local-sandbox')];
    expect((await Promise.all(asked)).map(({ baseUrl }) => baseUrl)).toEqual([
      'http://127.0.0.1:1',
      'http://127.0.0.1:1',
    ]);
    await sandbox.stop();
  });

  it('is restarted once if its worker dies, with a notice', async () => {
    const sandbox = await start("if (life === 1) setTimeout(() => { throw new Error('out of luck') }, 50)");
    await expect.poll(() => told.length).toBe(2);
    expect(await sandbox.facts()).toMatchObject({ baseUrl: 'http://127.0.0.1:2' });
    const baseUrlOf = (change: (typeof told)[number] | undefined) =>
      change?.profiles.find(({ environment }) => environment === 'local')?.baseUrl;
    expect(told[0]?.notice).toBeNull();
    expect(baseUrlOf(told[0])).toBe('http://127.0.0.1:1');
    expect(told[1]?.notice).toContain('ended unexpectedly (out of luck) and was started again');
    expect(baseUrlOf(told[1])).toBe('http://127.0.0.1:2');
    expect(keepSandboxToken.mock.calls.map((call) => call[1])).toEqual(['token-1', 'token-2']);
    expect(report).toHaveBeenCalledWith('sandbox', new Error('it ended unexpectedly: out of luck'));
    await sandbox.stop();
    expect(told).toHaveLength(2);
  });

  it('is not started a third time if its worker dies again, and says so', async () => {
    const sandbox = await start('setTimeout(() => process.exit(7), 50)');
    await expect.poll(() => told.length).toBe(3);
    expect(told[2]?.notice).toContain('ended again (code 7)');
    expect(told[2]?.profiles.find(({ environment }) => environment === 'local')?.baseUrl).toBeNull();
    expect(await sandbox.facts()).toBeNull();
    await sandbox.stop();
  });

  const SERVES = `parentPort.on('message', ({ type, id, text }) => type === 'serve' &&
    parentPort.postMessage({ type: 'document', state: { ...${JSON.stringify(startingDocument(''))}, id, state: 'serving', title: text + life } }));`;
  const titles = (): unknown => announced.at(-1)?.map(({ id, state, title }) => [id, state, title]);

  it('serves documents, serves them again after a restart, and ignores reports of a stopped one', async () => {
    const sandbox = await start(
      `${SERVES} parentPort.on('message', ({ text }) => { if (life === 1 && text === 'text of b') setTimeout(() => { throw new Error('out of luck') }, 100); });`,
    );
    await sandbox.serving.serve('a');
    expect(titles()).toEqual([['a', 'starting', '']]);
    await expect.poll(titles).toEqual([['a', 'serving', 'text of a1']]);
    await sandbox.serving.serve('b');
    await expect.poll(titles).toEqual([
      ['a', 'serving', 'text of a2'],
      ['b', 'serving', 'text of b2'],
    ]);
    await sandbox.serving.stop('a');
    sandbox.serving.accept({ ...startingDocument('a'), state: 'serving' });
    await sandbox.serving.refresh('a');
    expect(titles()).toEqual([['b', 'serving', 'text of b2']]);
    await sandbox.serving.refresh('b');
    expect(titles()).toEqual([['b', 'starting', '']]);
    await sandbox.stop();
  });

  it('reports its documents as ended once it is gone for good, and serves no others', async () => {
    const sandbox = await start(`${SERVES} setTimeout(() => process.exit(7), 200)`);
    await sandbox.serving.serve('a');
    await expect
      .poll(() => announced.at(-1)?.[0], { timeout: 5_000 })
      .toMatchObject({
        state: 'ended',
        why: 'The Local sandbox ended, and could not serve the document again.',
      });
    await expect(sandbox.serving.serve('b')).rejects.toThrow('The Local sandbox is not running');
    await sandbox.stop();
  });

  it.each([
    ['it was running', true, 1],
    ['nobody had needed it', false, 0],
  ])('starts no more once stopped, where %s', async (_, begins, lives) => {
    const sandbox = await start('', undefined, null, begins);
    if (begins) await sandbox.facts();
    await sandbox.stop();
    expect(await sandbox.facts()).toBeNull();
    sandbox.keepToken();
    await sandbox.stop();
    expect(await readFile(join(folder, 'lives'), 'utf8').catch(() => '')).toHaveLength(lives);
    expect(told).toHaveLength(lives);
  });

  it('reports nothing when asked to stop', async () => {
    const sandbox = await start('');
    await sandbox.facts();
    await sandbox.stop();
    expect(told).toHaveLength(1);
    expect(report).not.toHaveBeenCalled();
  });

  it('requests the ports of the last run, and says if it did not get one', async () => {
    const wanted = "'http://127.0.0.1:' + (require('node:worker_threads').workerData.ports.api || 41234)";
    const first = await start('', wanted);
    expect((await first.facts())?.baseUrl).toBe('http://127.0.0.1:41234');
    await first.stop();
    const second = await start('', wanted);
    expect((await second.facts())?.baseUrl).toBe('http://127.0.0.1:41234');
    await second.stop();
    const third = await start('', "'http://127.0.0.1:45678'");
    expect((await third.facts())?.baseUrl).toBe('http://127.0.0.1:45678');
    await third.stop();
    expect(told.map(({ notice }) => notice)).toEqual([
      null,
      null,
      expect.stringContaining('port 41234 was not free'),
    ]);
    expect(report).not.toHaveBeenCalled();
  });
});
