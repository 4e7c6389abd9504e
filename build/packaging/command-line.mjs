// The command line beside the app: Node cannot read an asar archive, and the fuses keep the app from running as Node.
// So its built files are unpacked in a separate folder, with a Node wherever one may be included and can be
// (docs/decisions/0130-packages.md).
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { outDir, repoRoot } from '../setup/paths.mjs';
import { COMMAND, manifest } from './names.mjs';

const modules = join(repoRoot, 'node_modules');

/**
 * The Node that makes the package, if it can be distributed as a single file; not on macOS, where a generic Node would
 * let any script read what keytar stored for it; not if it needs a shared library, as Debian's does; and not without
 * its licence.
 * @returns {{ executable: string, version: string, licence: string } | null}
 */
export function nodeToShip({
  platform = process.platform,
  executable = realpathSync(process.execPath),
  licences = licencesOf(executable),
} = {}) {
  if (platform === 'darwin' || platform !== process.platform || needsSharedNode(executable)) return null;
  const licence = licences.find(
    (path) => existsSync(path) && readFileSync(path, 'utf8').startsWith('Node.js is'),
  );
  if (licence === undefined) return null;
  return { executable, version: process.version.slice(1), licence: readFileSync(licence, 'utf8') };
}

/** Where the licence of a Node is: unpacked from nodejs.org, on Windows, or from a NodeSource package. */
const licencesOf = (executable) => [
  join(dirname(executable), '..', 'LICENSE'),
  join(dirname(executable), 'LICENSE'),
  '/usr/share/doc/nodejs/LICENSE',
];

function needsSharedNode(executable) {
  if (process.platform !== 'linux') return false;
  return spawnSync('ldd', [executable], { encoding: 'utf8' }).stdout?.includes('libnode.so') ?? true;
}

/** Copies only what is needed at run time on this platform; the rest of a module's package is for its developers. */
function copyModules(to) {
  const keytar = join('keytar', 'prebuilds', `${process.platform}-${process.arch}`);
  const libsql = readdirSync(join(modules, '@libsql')).filter(
    (name) => name.startsWith(`${process.platform}-${process.arch}`) && !name.endsWith('-musl'),
  );
  const parts = [
    ...['package.json', 'LICENSE.md', 'lib'].map((name) => join('keytar', name)),
    keytar,
    ...['package.json', 'LICENSE', 'index.js', 'auth.js', 'promise.js', 'sqlite-error.js'].map((name) =>
      join('libsql', name),
    ),
    ...libsql.flatMap((name) => ['package.json', 'index.node'].map((file) => join('@libsql', name, file))),
    ...['package.json', 'LICENSE', 'dist'].map((name) => join('@neon-rs', 'load', name)),
    ...['package.json', 'LICENSE', 'lib'].map((name) => join('detect-libc', name)),
  ];
  for (const part of parts) cpSync(join(modules, part), join(to, part), { recursive: true });
}

/** Standard output belongs to the command alone, and a shell's settings for other Nodes do not apply to this one. */
const script = (node) => `#!/bin/sh
# The command line of ${manifest.productName}.
set -e
here=$(dirname "$(readlink -f "$0")")
unset NODE_OPTIONS NODE_PATH
exec ${node} "$here/out/main/command-line.js" "$@"
`;

const batch = `@echo off\r\nset NODE_OPTIONS=\r\n"%~dp0node.exe" "%~dp0out\\main\\command-line.js" %*\r\n`;

/**
 * @param {{ to: string, platform: string }} options
 * @returns the included Node; null when the machine's own is used
 */
export function addCommandLine({ to, platform }) {
  const node = nodeToShip({ platform });
  const built = join(to, 'out', 'main');
  mkdirSync(built, { recursive: true });
  for (const name of readdirSync(join(outDir, 'main')).filter((one) => one !== 'index.js'))
    cpSync(join(outDir, 'main', name), join(built, name), { recursive: true });
  copyModules(join(to, 'node_modules'));
  const { name, version, productName } = manifest;
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ name, version, productName, type: 'commonjs' }, null, 2)}\n`,
  );
  const windows = platform === 'win32';
  if (node !== null) cpSync(node.executable, join(to, windows ? 'node.exe' : 'node'));
  const start = join(to, windows ? `${COMMAND}.cmd` : COMMAND);
  writeFileSync(start, windows ? batch : script(node === null ? 'node' : '"$here/node"'));
  chmodSync(start, 0o755);
  return node;
}
