// Everything that the app, its build, its tests and its benchmarks need from a Linux system, with the Debian package
// that provides it, and how to install it where apt-get exists. What is needed to fetch the fallback runtime is in that
// runtime's folder. build/testing/outside-programs.test.mjs compares the list with the programs that the code starts.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runQuietly, SetupError } from './child-process.mjs';
import { onPath } from './paths.mjs';

/**
 * A requirement. It is met if one of `packages` is installed or, if `program` is given, if that is on the PATH.
 * `packages` are its names in different releases, the newest first (libraries with 64-bit time_t end in t64).
 * @typedef {{ program?: string, packages: string[], label: string }} Requirement
 */

/** @type {Record<'window' | 'headless' | 'tests' | 'fuzz' | 'fresh', Requirement[]>} */
export const requirements = {
  window: [
    { packages: ['libgtk-3-0t64', 'libgtk-3-0'], label: 'GTK 3' },
    { packages: ['libnss3'], label: 'NSS' },
    { packages: ['libgbm1'], label: 'GBM (Mesa)' },
    { packages: ['libasound2t64', 'libasound2'], label: 'ALSA' },
    { packages: ['libsecret-1-0'], label: 'libsecret' },
  ],
  headless: [
    { program: 'Xvfb', packages: ['xvfb'], label: 'Xvfb' },
    { program: 'dbus-daemon', packages: ['dbus-daemon', 'dbus'], label: 'dbus-daemon' },
    { program: 'dbus-send', packages: ['dbus-bin', 'dbus'], label: 'dbus-send' },
    // gnome-keyring depends on "some session bus"; without this one, apt would choose the one that brings in systemd.
    { packages: ['dbus-x11'], label: 'a session bus' },
    { program: 'gnome-keyring-daemon', packages: ['gnome-keyring'], label: 'gnome-keyring' },
  ],
  /** Copied commands and exported files are tested with the programs that they are made for. */
  tests: [
    { program: 'curl', packages: ['curl'], label: 'curl' },
    { program: 'python3', packages: ['python3'], label: 'Python 3' },
  ],
  fuzz: [
    { program: 'python3', packages: ['python3'], label: 'Python 3' },
    { packages: ['python3-venv'], label: "Python's venv" },
  ],
  fresh: [
    { program: 'debootstrap', packages: ['debootstrap'], label: 'debootstrap' },
    { program: 'git', packages: ['git'], label: 'git' },
    { program: 'mount', packages: ['mount'], label: 'mount' },
    { program: 'umount', packages: ['mount'], label: 'umount' },
  ],
};

/**
 * Programs from packages that every Debian has ("Essential"), with those packages. On other systems these are not
 * checked.
 */
export const essential = {
  'apt-cache': 'apt',
  'apt-get': 'apt',
  bash: 'bash',
  cat: 'coreutils',
  dpkg: 'dpkg',
  'dpkg-deb': 'dpkg',
  'dpkg-query': 'dpkg',
  find: 'findutils',
  gzip: 'gzip',
  ldd: 'libc-bin',
  mkdir: 'coreutils',
  mkfifo: 'coreutils',
  nsenter: 'util-linux',
  od: 'coreutils',
  pivot_root: 'util-linux',
  setpriv: 'util-linux',
  sh: 'dash',
  sleep: 'coreutils',
  stat: 'coreutils',
  tar: 'tar',
  tr: 'coreutils',
  unshare: 'util-linux',
};

export const isDebianLike = () => existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-query');

/** Those of the given packages that dpkg lists as installed, found with a single call. */
function installedPackages(names) {
  const asked = spawnSync('dpkg-query', ['-W', '-f', '${Package}\t${db:Status-Status}\n', ...names], {
    encoding: 'utf8',
  });
  return parseInstalled(asked.stdout ?? '');
}

/** @param {string} listing lines of "name TAB status" */
export function parseInstalled(listing) {
  const rows = listing.split('\n').map((line) => line.split('\t'));
  return new Set(rows.filter(([, status]) => status === 'installed').map(([name]) => name));
}

/**
 * @param {Requirement[]} wanted
 * @returns {Requirement[]} the requirements that are not met
 */
export function missingRequirements(wanted, installed, programExists) {
  return wanted.filter(
    ({ program, packages }) =>
      !(program && programExists(program)) && !packages.some((name) => installed.has(name)),
  );
}

/**
 * The names to install: for each requirement, the first of its names that this release offers. If the package lists are
 * empty, so that nothing is offered, the age of the release decides.
 * @param {Requirement[]} missing
 * @param {{ policy: string, isNew: boolean }} release what `apt-cache policy NAMES` prints (in the C locale), and
 *   whether the release is one of those with 64-bit time_t (Debian 13, Ubuntu 24.04)
 */
export function namesToInstall(missing, { policy, isNew }) {
  const offered = new Set();
  let name;
  for (const line of policy.split('\n')) {
    if (/^\S.*:$/.test(line)) name = line.slice(0, -1);
    else if (/^ +Candidate: (?!\(none\))/.test(line)) offered.add(name);
  }
  const chosen = missing.map(
    ({ packages }) => packages.find((known) => offered.has(known)) ?? packages.at(isNew ? 0 : -1),
  );
  return [...new Set(chosen)];
}

const plainEnv = () => ({ ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' });

/** Which of the missing packages this release offers. */
function releaseFor(missing) {
  const names = missing.flatMap(({ packages }) => packages);
  const asked = spawnSync('apt-cache', ['policy', ...names], { encoding: 'utf8', env: plainEnv() });
  // Even the smallest system of such a release has some library whose name ends like this.
  return { policy: asked.stdout ?? '', isNew: installedPackages(['*t64']).size > 0 };
}

/**
 * Makes sure that a Linux system has what is required. On Debian-like systems, the packages are installed if this runs
 * as root; otherwise the error thrown includes the command to type. On other systems only programs can be looked for,
 * and what is missing is described in words. Does nothing on macOS and Windows.
 * @param {Requirement[]} wanted
 */
export async function ensureSystemPackages(wanted, { log, purpose }) {
  if (process.platform !== 'linux' || wanted.length === 0) return;
  if (!isDebianLike()) return requirePrograms(wanted, purpose);
  const installed = installedPackages(wanted.flatMap(({ packages }) => packages));
  const missing = missingRequirements(wanted, installed, onPath);
  if (missing.length === 0) return;
  if (process.getuid() !== 0) {
    const names = namesToInstall(missing, releaseFor(missing)).join(' ');
    throw new SetupError(
      `${purpose} needs packages that this system lacks. Type this, then try again:\n\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n`,
    );
  }
  log('refreshing the package lists with apt-get update');
  await runQuietly('apt-get', ['update'], { what: 'apt-get update', env: plainEnv() });
  const names = namesToInstall(missing, releaseFor(missing));
  log(`installing ${names.join(' ')} with apt-get (${purpose})`);
  const args = ['install', '-y', '--no-install-recommends', ...names];
  await runQuietly('apt-get', args, { what: `apt-get install ${names.join(' ')}`, env: plainEnv() });
}

function requirePrograms(wanted, purpose) {
  const missing = wanted.filter(({ program }) => program && !onPath(program));
  if (missing.length === 0) return;
  const labels = missing.map((requirement) => requirement.label).join(', ');
  throw new SetupError(
    `${purpose} needs ${labels}. Install them with this system's package manager, then try again.`,
  );
}

/**
 * On systems without apt-get: throws an error that names the shared libraries that a program needs but the loader
 * cannot find.
 */
export function requireLibraries(executable, purpose) {
  if (process.platform !== 'linux' || isDebianLike()) return;
  const { stdout } = spawnSync('ldd', [executable], { encoding: 'utf8', env: plainEnv() });
  const missing = [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
  if (missing.length === 0) return;
  const labels = requirements.window.map((requirement) => requirement.label).join(', ');
  throw new SetupError(
    `${purpose} needs shared libraries that this system lacks: ${missing.join(', ')}. They belong to ${labels} and what these bring. Install them with this system's package manager, then try again.`,
  );
}
