import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAvailable, overrideDist, stallDetector, launchOptions } from './electron-runtime.mjs';

const found = (version) => ({ found: { executable: `/dist/${version}`, version, why: 'test' } });
const unavailable = (why) => ({ unavailable: why });

describe('the order of the sources', () => {
  it('takes the first that has one, and asks none after it', async () => {
    const never = vi.fn();
    const taken = await firstAvailable([() => unavailable('not set'), () => found('45.4.1'), never]);
    expect(taken).toMatchObject({ version: '45.4.1', reasons: ['not set'] });
    expect(never).not.toHaveBeenCalled();
  });

  it('goes on to the last, and keeps why the others were not taken', async () => {
    const sources = [() => unavailable('a'), async () => unavailable('b'), async () => found('22.3.25')];
    expect(await firstAvailable(sources)).toMatchObject({ version: '22.3.25', reasons: ['a', 'b'] });
  });

  it('says all reasons when there is none', async () => {
    const none = firstAvailable([() => unavailable('no folder named'), () => unavailable('no network')]);
    await expect(none).rejects.toThrow(/- no folder named\n- no network/);
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

  it('stops when that folder holds no Electron, and passes over an empty variable', () => {
    expect(() => overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: join(dist, 'absent') })).toThrow(
      /ELECTRON_OVERRIDE_DIST_PATH is set to .*absent/,
    );
    expect(overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: '' })).toEqual({
      unavailable: 'ELECTRON_OVERRIDE_DIST_PATH is not set',
    });
  });

  describe.runIf(process.platform === 'linux')('how the app is named to it', () => {
    const executable = () => join(dist, 'electron');

    it('is a path for an Electron with its default app', () => {
      put('resources/default_app.asar');
      const options = launchOptions({ executable: executable() }, { root: '/clone', isRoot: false });
      expect(options).toEqual({ args: ['/clone'], env: {} });
    });

    it('adds --no-sandbox for root only', () => {
      put('resources/default_app.asar');
      const { args } = launchOptions({ executable: executable() }, { root: '/clone', isRoot: true });
      expect(args).toEqual(['/clone', '--no-sandbox']);
    });

    it('is a problem for one that can start nothing', () => {
      expect(() => launchOptions({ executable: executable() })).toThrow(/can start no app/);
    });
  });

  it('tells a download that stands still from one that grows', () => {
    vi.useFakeTimers();
    try {
      const stalled = stallDetector([join(dist, 'resources')], 30);
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
