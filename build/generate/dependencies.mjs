// Writes docs/dependencies.md from package.json, package-lock.json and dependency-reasons.json. It needs the network,
// because it asks npm once which dependencies have a newer release (npm outdated); dependencies.test.mjs checks the
// page against the lockfile without it.
//   node build/generate/dependencies.mjs
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { formatted } from '../formatted.mjs';
import { npmCommand } from '../setup/child-process.mjs';
import { repoRoot } from '../setup/paths.mjs';

const readJson = (path) => JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));

export const reasons = readJson('build/generate/dependency-reasons.json');

/** Direct dependencies as locked: name, version and licence. */
export function directDependencies() {
  const { dependencies, devDependencies } = readJson('package.json');
  const { packages } = readJson('package-lock.json');
  return Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
    const { name: realName = name, version, license } = packages[`node_modules/${name}`];
    return { name, realName, version, license };
  });
}

const titles = {
  app: 'In the app',
  build: 'What builds it',
  tests: 'What tests it',
};

/** The first cells of a dependency's row. */
export function cellsOf({ name, realName, version, license }) {
  return [realName === name ? `\`${name}\`` : `\`${realName}\` as \`${name}\``, version, license];
}

/** @param {Record<string, string>} newest newest releases of the outdated packages */
function page(newest, date) {
  const known = directDependencies();
  const table = (part) => {
    const rows = known
      .filter(({ name }) => name in reasons[part])
      .map((one) => [...cellsOf(one), newest[one.name] ?? one.version, reasons[part][one.name]])
      .map((cells) => `| ${cells.join(' | ')} |`);
    return `## ${titles[part]}\n\n| Package | Version | Licence | Newest | Why |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  };
  return `# Dependencies

The direct dependencies. This page is written by \`build/generate/dependencies.mjs\`; the reasons are in \`build/generate/dependency-reasons.json\`. _Newest_ is the newest release according to npm on ${date}.
Versions are exact, and \`package-lock.json\` has a checksum for each package, including indirect ones; no package's script runs when it is installed. What the app
contains, with the texts of all licences, is listed in _Settings_, _About_, and next to a packaged app.

Held back: \`typescript\` (version 7 breaks \`@vue/language-core\` and \`typescript-eslint\`; it checks all types), \`@types/node\` (kept at the oldest supported Node), \`js-yaml\` and \`autocannon\` (new major
versions, not yet tried). Electron's newest release is declared, whatever the tag _latest_ says.

${Object.keys(titles).map(table).join('\n')}`;
}

/** The newest releases of outdated packages, by name. */
function askForNewest() {
  const { command, args } = npmCommand();
  // npm exits with 1 if anything is outdated.
  const { stdout } = spawnSync(command, [...args, 'outdated', '--json'], { cwd: repoRoot, encoding: 'utf8' });
  const entries = Object.entries(JSON.parse(stdout)).filter(([name]) => name !== 'electron');
  return Object.fromEntries(entries.map(([name, { latest }]) => [name, latest]));
}

async function main() {
  const file = join(repoRoot, 'docs/dependencies.md');
  const text = page(askForNewest(), new Date().toISOString().slice(0, 10));
  writeFileSync(file, await formatted(file, text));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
