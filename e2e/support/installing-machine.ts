import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '../../build/setup/paths.mjs';

/** Where a package puts things. One of them that is not there would be made outside. */
const FOLDERS = ['/usr', '/etc', '/var', '/opt'];

// $1 a folder to mount on. What is written below these folders lies in memory, for this machine's processes alone.
const MACHINE = `
set -eu
mount -t tmpfs -o mode=755 tmpfs "$1"
for folder in ${FOLDERS.join(' ')}; do
  mkdir -p "$1$folder/upper" "$1$folder/work"
  mount -t overlay overlay -o "lowerdir=$folder,upperdir=$1$folder/upper,workdir=$1$folder/work" "$folder"
done
echo ready
cat >/dev/null
`;

/** Whether this machine can be one that packages are installed on: dpkg as root, in mounts of its own. */
export const canInstall =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  FOLDERS.every((folder) => existsSync(folder)) &&
  ['dpkg', 'dpkg-deb', 'unshare', 'nsenter', 'mount'].every((program) => onPath(program)) &&
  // A container's root may be without the power to mount.
  spawnSync('unshare', ['--mount', 'true']).status === 0;

export interface InstallingMachine {
  /** Runs a program there; rejects when it does not end with 0. */
  run(
    program: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<{ stdout: string; stderr: string }>;
  /** The path of a script that starts a program there, in the very process that the script is started in. */
  starterOf(program: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * This machine, on which packages can be installed and removed: nothing of it is seen from outside or stays. Its programs, its
 * libraries and dpkg's knowledge of them are this machine's own.
 * @param folder an empty one, which is the caller's to remove.
 */
export async function startInstallingMachine(folder: string): Promise<InstallingMachine> {
  // It ends when its input does: with this process, whatever happens to it.
  const child = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', MACHINE, 'sh', folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(([code]) => Promise.reject(new Error(`the machine could not be made (${code})`))),
  ]);
  const enter = ['--target', String(child.pid), '--mount', '--'];
  return {
    run: (program, args, env = process.env) =>
      promisify(execFile)('nsenter', [...enter, program, ...args], { env, maxBuffer: 50_000_000 }),
    async starterOf(program) {
      const script = join(folder, '..', 'start-installed');
      await writeFile(script, `#!/bin/sh\nexec nsenter ${enter.join(' ')} ${program} "$@"\n`);
      await chmod(script, 0o755);
      return script;
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
