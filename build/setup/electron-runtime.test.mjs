import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAvailable, overrideDist, stallDetector, launchOptions } from './electron-runtime.mjs';

const found = (version) => ({ found: { executable: `/dist/${version}`, version, why: 'test' } });
const unavailable = (why) => ({ unavailable: why });

describe('the order of the sources', () => {
  it('stops at the first source that has a runtime', async () => {
    const never = vi.fn();
    const taken = await firstAvailable([() => unavailable('not set'), () => found('45.4.1'), never]);
    expect(taken).toMatchObject({ version: '45.4.1', reasons: ['not set'] });
    expect(never).not.toHaveBeenCalled();
  });

  it('goes on to the last source, and records why the others had none', async () => {
    const sources = [() => unavailable('a'), async () => unavailable('b'), async () => found('22.3.25')];
    expect(await firstAvailable(sources)).toMatchObject({ version: '22.3.25', reasons: ['a', 'b'] });
  });

  it('fails with all the reasons if no source has one', async () => {
    const none = firstAvailable([() => unavailable('no folder named'), () => unavailable('no network')]);
    await expect(none).rejects.toThrow(/- no folder named\n- no network/);
  });
});

describe('on disk', () => {
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

  it.runIf(process.platform === 'linux')('takes the folder in ELECTRON_OVERRIDE_DIST_PATH', () => {
    const executable = put('electron');
    put('version', 'v45.4.1\n');
    expect(overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: dist })).toEqual({
      found: { executable, version: '45.4.1', why: 'ELECTRON_OVERRIDE_DIST_PATH names it' },
    });
  });

  it('fails if that folder has no Electron, and ignores an empty variable', () => {
    expect(() => overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: join(dist, 'absent') })).toThrow(
      /ELECTRON_OVERRIDE_DIST_PATH is set to .*absent/,
    );
    expect(overrideDist({ ELECTRON_OVERRIDE_DIST_PATH: '' })).toEqual({
      unavailable: 'ELECTRON_OVERRIDE_DIST_PATH is not set',
    });
  });

  describe.runIf(process.platform === 'linux')('starting the app', () => {
    const executable = () => join(dist, 'electron');

    it('passes its path to an Electron with the default app', () => {
      put('resources/default_app.asar');
      const options = launchOptions({ executable: executable() }, { root: '/clone', isRoot: false });
      expect(options).toEqual({ args: ['/clone'], env: {} });
    });

    it('adds --no-sandbox for root', () => {
      put('resources/default_app.asar');
      const { args } = launchOptions({ executable: executable() }, { root: '/clone', isRoot: true });
      expect(args).toEqual(['/clone', '--no-sandbox']);
    });

    it('fails for an Electron that can start no app', () => {
      expect(() => launchOptions({ executable: executable() })).toThrow(/can start no app/);
    });
  });

  it('detects a download that has not grown for 30 s', () => {
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
