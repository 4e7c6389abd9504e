// npm run test:package: packages the last commit twice, in two clones with different paths, umasks and time zones, and
// compares the files.
// Not part of npm test, because it takes some minutes.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand, runQuietly } from '../setup/child-process.mjs';
import { repoRoot } from '../setup/paths.mjs';
import { exitOnError } from '../setup/setup.mjs';

const log = (line) => console.log(`same bytes: ${line}`);

/** Simulates another clone, made by another person elsewhere. */
const HERE = { umask: 0o022, env: {} };
const ELSEWHERE = { umask: 0o027, env: { TZ: 'Asia/Tokyo', LC_ALL: 'C.UTF-8' } };

/**
 * What a single `npm run package` in a clean clone makes.
 * @returns {Promise<Map<string, string>>} from the file to its SHA-256
 */
async function packageIn(clone, { umask, env }) {
  process.umask(umask);
  await runQuietly('git', ['clone', '--quiet', repoRoot, clone], { what: 'cloning' });
  cpSync(join(repoRoot, 'node_modules'), join(clone, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const npm = npmCommand();
  const started = Date.now();
  await runQuietly(npm.command, [...npm.args, 'run', 'package'], {
    what: 'npm run package',
    cwd: clone,
    env: { ...process.env, ...env },
  });
  log(`packed in ${Math.round((Date.now() - started) / 1000)} s`);
  const made = join(clone, 'out', 'packages');
  const entries = readdirSync(made, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const files = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  // electron-builder's debug file and the record of the sources are not part of any package.
  const packed = files.filter((path) => !/\/(builder-debug\.yml|made-from\.json)$/.test(path));
  const hash = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');
  return new Map(packed.map((path) => [path.slice(made.length + 1), hash(path)]));
}

await exitOnError(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'same-bytes-'));
  try {
    const first = await packageIn(join(folder, 'one'), HERE);
    const second = await packageIn(join(folder, 'the-other', 'and-deeper'), ELSEWHERE);
    const names = [...new Set([...first.keys(), ...second.keys()])].sort();
    const differing = names.filter((name) => first.get(name) !== second.get(name));
    for (const name of differing) console.error(`differs: ${name}`);
    const archives = names.filter((name) => !name.includes('/'));
    for (const name of archives) log(`${name} ${first.get(name)}`);
    log(`${names.length} files, ${differing.length} of them differ`);
    process.exitCode = differing.length === 0 && archives.length > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
