// Downloads Electron as set-up does, with Electron's own installer, from a mirror on loopback.
// `npm run test:newest` runs this on several versions of Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { declaredDist, downloadDeclared } from './electron-runtime.mjs';
import { repoRoot } from './paths.mjs';

const installed = join(repoRoot, 'node_modules', 'electron');
const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
const archive = `electron-v${version}-linux-x64.zip`;

let folder;
let zip;
let served;
let mirror;
let asked;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pae-download-'));
  zip = makeZip();
  served = zip;
  asked = [];
  mirror = createServer((request, response) => {
    asked.push(request.url);
    if (!request.url.endsWith(`/v${version}/${archive}`)) return response.writeHead(404).end();
    // Announces the full length, but sends only what the mirror has.
    response.writeHead(200, { 'content-length': zip.length });
    return served.length < zip.length
      ? response.write(served, () => response.destroy())
      : response.end(served);
  });
  await new Promise((resolve) => mirror.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  mirror.closeAllConnections();
  mirror.close();
  rmSync(folder, { recursive: true });
});

/** A distribution's archive: the files that set-up looks at, and some bytes. */
function makeZip() {
  const from = join(folder, 'archive');
  mkdirSync(from);
  writeFileSync(join(from, 'electron'), '#!/bin/sh\n');
  writeFileSync(join(from, 'version'), version);
  writeFileSync(join(from, 'LICENSES.chromium.html'), 'text '.repeat(100_000));
  const file = join(folder, archive);
  const made = spawnSync(
    'python3',
    ['-m', 'zipfile', '-c', file, 'electron', 'version', 'LICENSES.chromium.html'],
    {
      cwd: from,
      encoding: 'utf8',
    },
  );
  expect(made.stderr).toBe('');
  return readFileSync(file);
}

/** The electron package as npm leaves it, with the checksums of the archive that the mirror should have. */
function electronPackage() {
  const module = join(folder, 'node_modules', 'electron');
  mkdirSync(module, { recursive: true });
  for (const name of ['package.json', 'install.js']) cpSync(join(installed, name), join(module, name));
  const sha256 = createHash('sha256').update(zip).digest('hex');
  writeFileSync(join(module, 'checksums.json'), JSON.stringify({ [archive]: sha256 }));
  // The package's dependencies are the installed ones, along with theirs.
  for (const name of ['@electron', '@electron-internal'])
    symlinkSync(join(dirname(installed), name), join(dirname(module), name));
  return module;
}

function download(more = {}) {
  const module = electronPackage();
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    ELECTRON_MIRROR: `http://127.0.0.1:${mirror.address().port}/`,
    ELECTRON_INSTALL_PLATFORM: 'linux',
    ELECTRON_INSTALL_ARCH: 'x64',
    electron_config_cache: join(folder, 'cache'),
    ...more,
  };
  const options = { log: () => {}, module, root: folder, env };
  return { module, options, done: downloadDeclared(options) };
}

describe.runIf(process.platform === 'linux')('the declared Electron from a mirror', () => {
  it('is installed if the download is complete', async () => {
    const { module, done } = download();
    expect(await done).toEqual({
      found: {
        executable: join(module, 'dist', 'electron'),
        version,
        why: 'it is the declared version, just downloaded',
      },
    });
    expect(asked).toEqual([`/v${version}/${archive}`]);
    expect(readFileSync(join(module, 'dist', 'version'), 'utf8')).toBe(version);
  });

  it.each([
    [
      'truncated',
      () => zip.subarray(0, Math.floor(zip.length / 2)),
      /^Electron .* could not be downloaded: \w+$/,
    ],
    [
      'corrupt',
      () => Buffer.from(zip).fill(0x20, 100, 200),
      /could not be downloaded: Generated checksum for .* did not match/,
    ],
  ])(
    'is refused if it is %s, with a reason in one line, and not tried again for a day',
    async (_, broken, words) => {
      served = broken();
      const { module, options, done } = download();
      const first = await done;
      expect(first).toEqual({ unavailable: expect.stringMatching(words) });
      expect(first.unavailable).not.toContain('\n');
      expect(declaredDist(module)).toEqual({ unavailable: `Electron ${version} is not installed` });
      expect(existsSync(join(module, 'path.txt'))).toBe(false);
      const tries = asked.length;
      served = zip;
      expect(await downloadDeclared(options)).toEqual(first);
      expect(asked).toHaveLength(tries);
      // A day later the download is tried again, by which time the archive is complete.
      const tomorrow = Date.now() + 24 * 60 * 60 * 1000 + 1;
      expect(await downloadDeclared({ ...options, now: tomorrow })).toMatchObject({ found: { version } });
    },
  );
});
