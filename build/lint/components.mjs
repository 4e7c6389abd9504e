// Checks the types of src/renderer, and the rules of oxlint that need them, in its components, too. The native compiler
// and linter read no components, so each is written as TypeScript first, by the library with which vue-tsc does it
// (docs/decisions/0207-components-as-typescript.md).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, sep } from 'node:path';
import { repoRoot } from '../setup/paths.mjs';

// Not imported: Node would search their 9 MB of CommonJS for names to import.
const require = createRequire(import.meta.url);
const ts = require('typescript');
const { createParsedCommandLine, createVueLanguagePlugin } = require('@vue/language-core');
const { SourceMap, shouldReportDiagnostics } = require('@volar/language-core');

const CONFIGURATION = 'tsconfig.web.json';
const RENDERER = 'src/renderer';
/** The components as TypeScript, each at its own path below this folder. */
const WRITTEN = 'out/components';
/** The rules of .oxlintrc.json that need types. */
const RULES = ['no-floating-promises', 'no-misused-promises', 'switch-exhaustiveness-check'].map(
  (name) => `typescript/${name}`,
);

/**
 * Writes all components as TypeScript.
 * @returns {Map<string, { source: string, text: string, map: SourceMap }>} by the path of what was written
 */
function writeComponents(root) {
  const { options, vueOptions } = createParsedCommandLine(ts, ts.sys, join(root, CONFIGURATION));
  const plugin = createVueLanguagePlugin(ts, options, vueOptions, (id) => id);
  rmSync(join(root, WRITTEN), { recursive: true, force: true });
  const written = new Map();
  for (const name of readdirSync(join(root, RENDERER), { recursive: true })) {
    if (!name.endsWith('.vue')) continue;
    const source = posix.join(RENDERER, name.replaceAll(sep, '/'));
    const path = `${WRITTEN}/${source}.ts`;
    const snapshot = ts.ScriptSnapshot.fromString(readFileSync(join(root, source), 'utf8'));
    const component = plugin.createVirtualCode(join(root, path), 'vue', snapshot);
    const { code } = plugin.typescript.getServiceScript(component);
    const text = code.snapshot.getText(0, code.snapshot.getLength());
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    written.set(path, { source, text, map: new SourceMap(code.mappings) });
  }
  writeFileSync(join(root, WRITTEN, 'tsconfig.json'), JSON.stringify(configuration(root), null, 2));
  return written;
}

/** The configuration of the renderer, in which components are found where they were written. */
function configuration(root) {
  const read = (file) => ts.parseConfigFileTextToJson(file, readFileSync(join(root, file), 'utf8')).config;
  const fromHere = (path) => posix.join('../..', path);
  const { include, exclude } = read(CONFIGURATION);
  const paths = Object.entries(read('tsconfig.base.json').compilerOptions.paths).map(([name, [path]]) => [
    name,
    [fromHere(path), `./${path}`],
  ]);
  return {
    extends: fromHere(CONFIGURATION),
    compilerOptions: { rootDirs: [fromHere('src'), './src'], paths: Object.fromEntries(paths) },
    include: [...include.map(fromHere), `./${RENDERER}/**/*.ts`],
    exclude: exclude.map(fromHere),
  };
}

/** As editors count them, from 1 */
const lineAndColumn = (text, offset) => {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${before.at(-1).length + 1}`;
};

const offsetOf = (text, line, column) =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, { length }) => sum + length + 1, column - 1);

/** The place in its component of what was found in what was written; nothing if only generated code is there. */
function placeInComponent({ source, map }, root, offset, code) {
  const reported = (data) => shouldReportDiagnostics(data, 'ts', code);
  for (const [place] of map.toSourceLocation(offset, reported))
    return `${source}:${lineAndColumn(readFileSync(join(root, source), 'utf8'), place)}`;
  return undefined;
}

/** Runs a program of node_modules in `root`. @returns what it wrote to its output */
function output(root, path, ...args) {
  const run = spawnSync(process.execPath, [join(repoRoot, 'node_modules', path), ...args], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 },
  });
  if (run.status === null || run.stderr !== '')
    throw new Error(`${path}: ${run.error ?? run.signal}: ${run.stderr}`);
  return run.stdout;
}

function typeErrors(root, written) {
  const args = ['--noEmit', '--pretty', 'false', '-p', `${WRITTEN}/tsconfig.json`];
  return output(root, 'typescript-native/bin/tsc', ...args)
    .split(/\n(?! )/)
    .filter((error) => error.trim() !== '')
    .flatMap((error) => {
      const [, path, line, column, rest] = /^(.+?)\((\d+),(\d+)\): (.*)$/s.exec(error) ?? [];
      if (path === undefined) return [error];
      const component = written.get(path);
      if (component === undefined) return [`${path}:${line}:${column}: ${rest}`];
      const offset = offsetOf(component.text, Number(line), Number(column));
      const place = placeInComponent(component, root, offset, Number(/TS(\d+)/.exec(rest)?.[1]));
      return place === undefined ? [] : [`${place}: ${rest}`];
    });
}

function ruleErrors(root, written) {
  const { rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  const configured = {
    plugins: ['typescript'],
    categories: { correctness: 'off' },
    rules: Object.fromEntries(RULES.map((name) => [name, rules[name]])),
  };
  const path = `${WRITTEN}/oxlintrc.json`;
  writeFileSync(join(root, path), JSON.stringify(configured));
  // Files of an ignored folder have to be named one by one.
  const args = ['--quiet', '--type-aware', '--no-ignore', '--format=json', '-c', path, ...written.keys()];
  return JSON.parse(output(root, 'oxlint/bin/oxlint', ...args)).diagnostics.flatMap((found) => {
    const component = written.get(found.filename);
    if (component === undefined) return [`${found.filename}: ${found.code} ${found.message}`];
    const offset = Buffer.from(component.text).subarray(0, found.labels[0].span.offset).toString().length;
    const place = placeInComponent(component, root, offset);
    return place === undefined ? [] : [`${place}: ${found.code} ${found.message}`];
  });
}

/** @returns {string[]} what is wrong, each with its place */
export function checkComponents(root) {
  const written = writeComponents(root);
  return [...typeErrors(root, written), ...ruleErrors(root, written)];
}

if (process.argv[1] === import.meta.filename) {
  const errors = checkComponents(repoRoot);
  for (const error of errors) console.error(error);
  process.exitCode = errors.length > 0 ? 1 : 0;
}
