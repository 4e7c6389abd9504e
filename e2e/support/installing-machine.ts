import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onPath } from '../../build/setup/paths.mjs';

/**
 * The folders into which a package puts files. If one of them did not exist, it would be created outside this machine.
 */
const FOLDERS = ['/usr', '/etc', '/var', '/opt'];

// $1 is a folder to mount on. What is written below these folders stays in memory, and only this machine's processes see it.
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

/** Whether packages can be installed on this machine: this needs dpkg, and root with its own mounts. */
export const canInstall =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  FOLDERS.every((folder) => existsSync(folder)) &&
  ['dpkg', 'dpkg-deb', 'unshare', 'nsenter', 'mount'].every((program) => onPath(program)) &&
  // Root in a container may not be allowed to mount.
  spawnSync('unshare', ['--mount', 'true']).status === 0;

export interface InstallingMachine {
  /** Runs a program there; rejects if its exit code is not 0. */
  run(
    program: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ): Promise<{ stdout: string; stderr: string }>;
  /** The path of a script that starts a program there, replacing the process in which the script was started. */
  starterOf(program: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * A view of this machine in which packages can be installed and removed without any of it being visible outside, or
 * remaining. Its programs and libraries, and dpkg's records of them, are those of this machine.
 * @param folder an empty folder, which the caller has to remove.
 */
export async function startInstallingMachine(folder: string): Promise<InstallingMachine> {
  // It ends when its input does, so it ends with this process, whatever happens.
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
