import { describe, expect, it } from 'vitest';
import { missingRequirements, namesToInstall, requirements, parseInstalled } from './system-packages.mjs';

const gtk = { packages: ['libgtk-3-0t64', 'libgtk-3-0'], label: 'GTK 3' };
const xvfb = { program: 'Xvfb', packages: ['xvfb'], label: 'Xvfb' };

it('a package that dpkg lists as removed is not installed', () => {
  const listing = 'libgtk-3-0\tinstalled\nxvfb\tconfig-files\nlibnss3\tinstalled\n';
  expect(parseInstalled(listing)).toEqual(new Set(['libgtk-3-0', 'libnss3']));
});

describe('a requirement', () => {
  it('is met by any of its package names, and missing without one', () => {
    expect(missingRequirements([gtk], new Set(['libgtk-3-0']), () => false)).toEqual([]);
    expect(missingRequirements([gtk], new Set(['libgtk-3-0t64']), () => false)).toEqual([]);
    expect(missingRequirements([gtk], new Set(), () => true)).toEqual([gtk]);
  });

  it('is met by a program on the PATH', () => {
    expect(missingRequirements([xvfb], new Set(), (name) => name === 'Xvfb')).toEqual([]);
    expect(missingRequirements([xvfb], new Set(), () => false)).toEqual([xvfb]);
  });
});

describe('the names to install', () => {
  const policy = (candidates) =>
    Object.entries(candidates)
      .map(([name, version]) => `${name}:\n  Installed: (none)\n  Candidate: ${version}\n  Version table:\n`)
      .join('');

  it('are those that the release offers: with t64', () => {
    const offered = policy({ 'libgtk-3-0t64': '3.24.49-3', 'libgtk-3-0': '(none)', xvfb: '2:21.1' });
    expect(namesToInstall([gtk, xvfb], { policy: offered, isNew: true })).toEqual(['libgtk-3-0t64', 'xvfb']);
  });

  it('are those that the release offers: without', () => {
    const offered = policy({ 'libgtk-3-0': '3.24.38-2~deb12u3' });
    expect(namesToInstall([gtk], { policy: offered, isNew: false })).toEqual(['libgtk-3-0']);
  });

  it('depend on the age of the release if the package lists are empty, each name once', () => {
    const names = (isNew) => namesToInstall([gtk, gtk, xvfb], { policy: '', isNew });
    expect(names(false)).toEqual(['libgtk-3-0', 'xvfb']);
    expect(names(true)).toEqual(['libgtk-3-0t64', 'xvfb']);
  });

  it('list a session bus before the keyring, as apt might otherwise choose one that needs systemd', () => {
    const names = namesToInstall(requirements.headless, { policy: '', isNew: true });
    expect(names.indexOf('dbus-x11')).toBeGreaterThanOrEqual(0);
    expect(names.indexOf('dbus-x11')).toBeLessThan(names.indexOf('gnome-keyring'));
  });
});
