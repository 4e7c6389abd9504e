// The date of everything in a package: that of the commit, so that two packages of the same commit have the same bytes.
import { spawnSync } from 'node:child_process';
import { lutimesSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../setup/paths.mjs';

/** 2020-01-01, for sources outside a git clone. */
const WITHOUT_GIT = 1_577_836_800;

/** In seconds since 1970, as reproducible-builds.org defines it. */
export function sourceDateEpoch(env = process.env) {
  if (/^\d+$/.test(env.SOURCE_DATE_EPOCH ?? '')) return Number(env.SOURCE_DATE_EPOCH);
  const asked = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: repoRoot, encoding: 'utf8' });
  return asked.status === 0 ? Number(asked.stdout) : WITHOUT_GIT;
}

/** Sets the dates of a folder and of everything in it. */
export function settleDates(folder, epoch) {
  for (const name of readdirSync(folder, { recursive: true })) lutimesSync(join(folder, name), epoch, epoch);
  lutimesSync(folder, epoch, epoch);
}
