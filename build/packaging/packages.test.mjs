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

  it('depends on all that the window needs, by each name it has in a release, and on a Node where it brings none', () => {
    const withNode = fieldOf(control({ hasNode: true, installedKilobytes: 1 }), 'Depends');
    for (const { packages } of requirements.window)
      expect(withNode.split(', ')).toContain(packages.join(' | '));
    expect(withNode).not.toContain('nodejs');
    const without = fieldOf(control({ hasNode: false, installedKilobytes: 1 }), 'Depends');
    expect(without.split(', ')).toContain('nodejs (>= 20.19.0)');
  });

  it('has the files and the scheme under the names of the app', () => {
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

  it('have every library of the bundles with its licence and a text, and the Node that is put in', () => {
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
  it('is never put into a package for macOS, where it would read what keytar stored for every script', () => {
    expect(nodeToShip({ platform: 'darwin' })).toBeNull();
  });

  it('is left to the machine when it comes without its licence', () => {
    expect(nodeToShip({ executable: '/nowhere/bin/node', licences: ['/nowhere/LICENSE'] })).toBeNull();
  });
});

it('dates everything to the commit, or to what the environment says', () => {
  expect(sourceDateEpoch({ SOURCE_DATE_EPOCH: '1700000000' })).toBe(1_700_000_000);
  expect(sourceDateEpoch({})).toBeGreaterThan(1_577_836_799);
});
