import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstFound, overrideDist, stallWatch, startInstructions } from './electron-runtime.mjs';

const found = (version) => ({ found: { executable: `/dist/${version}`, version, why: 'test' } });
const refused = (why) => ({ refused: why });

describe('the order of the sources', () => {
  it('takes the first that answers, and asks none after it', async () => {
    const never = vi.fn();
    const taken = await firstFound([() => refused('not set'), () => found('45.4.1'), never]);
    expect(taken).toMatchObject({ version: '45.4.1', refusals: ['not set'] });
    expect(never).not.toHaveBeenCalled();
  });

  it('goes on to the last, and keeps why the others were not taken', async () => {
    const sources = [() => refused('a'), async () => refused('b'), async () => found('22.3.25')];
    expect(await firstFound(sources)).toMatchObject({ version: '22.3.25', refusals: ['a', 'b'] });
  });

  it('says all reasons when there is none', async () => {
    const none = firstFound([() => refused('no wish'), () => refused('no network')]);
    await expect(none).rejects.toThrow(/- no wish\n- no network/);
  });
});

describe('on a disk', () => {
  let dist;
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'pae-dist-'));
    mkdirSync(join(dist, 'resources', 'app'), { recursive: true });
  });
  afterEach(() => rmSync(dist, { recursive: true }));
  const put = (name, text = '') => {
    writeFileSync(join(dist, name), text);
    chmodSync(join(dist, name), 0o755);
    return join(dist, name);
  };

  it.runIf(process.platform === 'linux')('takes the folder that the person names', () => {
    const executable = put('electron');
    put('version', 'v45.4.1\n');
    expect(overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: dist })).toEqual({
      found: { executable, version: '45.4.1', why: 'ELECTRON_OVERRIDE_DIST_PATH names it' },
    });
  });

  it('stops when that folder holds no Electron, and passes over an empty wish', () => {
    expect(() => overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: join(dist, 'absent') })).toThrow(
      /ELECTRON_OVERRIDE_DIST_PATH is set to .*absent/,
    );
    expect(overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: '' })).toEqual({
      refused: 'ELECTRON_OVERRIDE_DIST_PATH is not set',
    });
  });

  describe.runIf(process.platform === 'linux')('how the app is named to it', () => {
    const executable = () => join(dist, 'electron');

    it('is a path for an Electron with its default app', () => {
      put('resources/default_app.asar');
      const instructions = startInstructions({ executable: executable() }, { root: '/clone', isRoot: false });
      expect(instructions).toEqual({ args: ['/clone'], env: {} });
    });

    it('is an environment variable for one with our loader', () => {
      put('resources/app/index.js');
      const instructions = startInstructions({ executable: executable() }, { root: '/clone', isRoot: false });
      expect(instructions).toEqual({ args: [], env: { PAYMENTS_EXPLORER_APP: '/clone' } });
    });

    it('adds --no-sandbox for root only', () => {
      put('resources/default_app.asar');
      const { args } = startInstructions({ executable: executable() }, { root: '/clone', isRoot: true });
      expect(args).toEqual(['/clone', '--no-sandbox']);
    });

    it('is a problem for one that can start nothing', () => {
      expect(() => startInstructions({ executable: executable() })).toThrow(/can start no app/);
    });
  });

  it('tells a download that stands still from one that grows', () => {
    vi.useFakeTimers();
    try {
      const stalled = stallWatch([join(dist, 'resources')], 30);
      expect(stalled()).toBeUndefined();
      vi.advanceTimersByTime(29_000);
      put('resources/part', 'some bytes');
      expect(stalled()).toBeUndefined();
      vi.advanceTimersByTime(29_000);
      expect(stalled()).toBeUndefined();
      vi.advanceTimersByTime(2_000);
      expect(stalled()).toBe('nothing arrived for 30 s');
    } finally {
      vi.useRealTimers();
    }
  });
});
