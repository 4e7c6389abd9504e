import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEEP_LINK_SCHEME } from '@shared/app/deep-link';
import { outDir, repoRoot } from '../setup/paths.mjs';
import { requirements } from '../setup/system-packages.mjs';
import { nodeToShip } from './command-line.mjs';
import { control } from './debian-package.mjs';
import { APP, LINK_SCHEME, manifest } from './names.mjs';
import { notices } from './notices.mjs';
import { sourceDateEpoch } from './source-date.mjs';

describe('the Debian package', () => {
  const fieldOf = (text, name) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];

  it('depends on all that the window needs, under each name of a package, and on Node if none is included', () => {
    const withNode = fieldOf(control({ hasNode: true, installedKilobytes: 1 }), 'Depends');
    for (const { packages } of requirements.window)
      expect(withNode.split(', ')).toContain(packages.join(' | '));
    expect(withNode).not.toContain('nodejs');
    const without = fieldOf(control({ hasNode: false, installedKilobytes: 1 }), 'Depends');
    expect(without.split(', ')).toContain('nodejs (>= 20.19.0)');
  });

  it('uses the app’s name and link scheme in its files', () => {
    const read = (name) => readFileSync(join(repoRoot, 'build/packaging/debian', name), 'utf8');
    const entry = read(`${APP}.desktop`);
    expect(LINK_SCHEME).toBe(DEEP_LINK_SCHEME);
    expect(fieldOf(entry.replaceAll('=', ': '), 'MimeType')).toBe(`x-scheme-handler/${DEEP_LINK_SCHEME};`);
    // Electron uses the product's name as the class of its windows.
    for (const name of ['Name', 'StartupWMClass'])
      expect(entry).toContain(`\n${name}=${manifest.productName}\n`);
    expect(read('apparmor-profile')).toContain(
      `profile ${APP} /opt/${APP}/${APP} flags=(unconfined) {\n  userns,`,
    );
    for (const script of ['postinst', 'prerm']) expect(read(script)).toContain(`/etc/apparmor.d/${APP}\n`);
  });
});

// npm test builds the app before this test runs.
describe.runIf(existsSync(join(outDir, 'main', 'licences.json')))('the notices', () => {
  const node = { version: '20.0.0', licence: 'Node.js is licensed for use as follows: …' };

  it('contain every bundled library with its licence and text, and the included Node', () => {
    const text = notices({ node });
    const libraries = ['main', 'renderer'].flatMap((part) =>
      JSON.parse(readFileSync(join(outDir, part, 'licences.json'), 'utf8')),
    );
    expect(libraries.length).toBeGreaterThan(50);
    for (const { name, version, licence, text: own } of libraries) {
      expect(text).toContain(`\n${name} ${version} (${licence})\n`);
      if (own !== null) expect(text).toContain(own.trim());
    }
    expect(text).toContain(`\nNode.js 20.0.0 (MIT and others)\n\n${node.licence}\n`);
    expect(notices({ node: null })).not.toContain('Node.js 20.0.0');
  });
});

describe('the Node of the command line', () => {
  it('is never included on macOS, where every script could then read what keytar stored', () => {
    expect(nodeToShip({ platform: 'darwin' })).toBeNull();
  });

  it('is not included if its licence is missing', () => {
    expect(nodeToShip({ executable: '/nowhere/bin/node', licences: ['/nowhere/LICENSE'] })).toBeNull();
  });
});

it('the date of a package is that of SOURCE_DATE_EPOCH, or of the commit', () => {
  expect(sourceDateEpoch({ SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
  expect(sourceDateEpoch({})).toBeGreaterThan(1_577_836_799);
});
