import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';
import { essential, requirements } from '../setup/system-packages.mjs';

/**
 * Functions of child_process that take a program's name (fork starts the same Node again), and functions of this
 * repository that pass one on. All of them take it as the first argument.
 */
const NODE_STARTERS = ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'exec', 'execSync'];
const OUR_STARTERS = ['runQuietly', 'runInForeground', 'startDaemon'];

/**
 * Expressions in place of a program's name that do not refer to an outside program, but to a program of the app, to
 * part of something that set-up has fetched, or to a parameter.
 */
const OURS = [
  'process.execPath',
  'executable',
  'runtime.executable',
  'npm.command',
  'command',
  'program',
  'fuzzer',
  "join(bin, 'python')",
];

/** The programs of a shell script appear only in its text, where no call names them, so they are listed here. */
const SCRIPTS = {
  // Lists a shell among its packages, but starts none.
  'build/setup/system-packages.mjs': [],
  // The programs that run inside that machine are named in its end-to-end test.
  'e2e/support/installing-machine.ts': ['cat', 'dpkg', 'find', 'mkdir', 'mount', 'nsenter', 'sh', 'stat'],
  'build/testing/fresh-machine.mjs': ['mount', 'pivot_root', 'setpriv', 'sh', 'umount'],
  'src/cli/shell-files.test.ts': ['bash'],
  'src/main/files/owner.test.ts': ['sh', 'sleep'],
  'src/main/sending/copied-wire.test.ts': ['bash', 'curl'],
  'src/renderer/tools/copy-as/texts.test.ts': ['od', 'sh', 'tr'],
  'src/renderer/tools/copy-as/wire.test.ts': ['curl', 'sh'],
};

/** Only such a file can start a program. Reading all others as code took seven seconds. */
const MAY_START = new RegExp(['child_process', ...OUR_STARTERS].join('|'));

const isStringLike = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/**
 * The programs that a source file starts: their names, if they are written out, the text of expressions that are
 * neither a name nor one of OURS, and whether a shell is among them, or may be among their arguments.
 * @returns {{ programs: string[], unclear: string[], shell: boolean }}
 */
function startedIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = new Map();
  const starters = new Set(OUR_STARTERS);
  const calls = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) && /^(node:)?child_process$/.test(node.moduleSpecifier.text)) {
      const names = node.importClause?.namedBindings;
      if (!names || !ts.isNamedImports(names))
        throw new Error(`${path}: import its functions by their names`);
      for (const { name, propertyName } of names.elements) {
        if (NODE_STARTERS.includes((propertyName ?? name).text)) starters.add(name.text);
      }
    }
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
      const promisified = /^promisify\((\w+)\)$/.exec(node.initializer.getText())?.[1];
      if (starters.has(promisified)) starters.add(node.name.text);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);

  const found = { programs: [], unclear: [], shell: false };
  const read = (node) => {
    if (isStringLike(node)) found.programs.push(node.text);
    else if (OURS.includes(node.getText())) return;
    else if (ts.isConditionalExpression(node)) {
      // The list is for Linux, so programs that are started only on Windows do not belong in it.
      if (!node.condition.getText().includes("=== 'win32'")) read(node.whenTrue);
      read(node.whenFalse);
    } else if (ts.isIdentifier(node) && constants.has(node.text)) read(constants.get(node.text));
    else found.unclear.push(`${path}: ${node.getText()}`);
  };
  for (const call of calls.filter(({ expression }) => starters.has(expression.text))) {
    read(call.arguments[0]);
    found.shell ||= /'(ba)?sh'/.test(text);
  }
  return found;
}

function sourceFiles() {
  return ['src', 'build', 'e2e', 'bench'].flatMap((folder) =>
    readdirSync(join(repoRoot, folder), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .filter(
        (path) => /\.(m|c)?[tj]s$/.test(path) && !path.endsWith('.d.mts') && !path.includes('/generated/'),
      ),
  );
}

/** @returns {Map<string, ReturnType<typeof startedIn>>} */
function startedEverywhere() {
  const files = sourceFiles()
    .map((path) => [path, readFileSync(join(repoRoot, path), 'utf8')])
    .filter(([, text]) => MAY_START.test(text));
  return new Map(files.map(([path, text]) => [path, startedIn(path, text)]));
}

describe('the scan of the sources', () => {
  const inFile = (body) =>
    startedIn('a.mjs', `import { execFile, spawn as start } from 'node:child_process';\n${body}`);

  it.each([
    ["start('curl', [])", ['curl']],
    ["start(tied ? 'setpriv' : program, [])", ['setpriv']],
    ["const run = promisify(execFile); run('openssl')", ['openssl']],
    [
      "const tool = process.platform === 'win32' ? 'python' : 'python3'; await runQuietly(tool, [])",
      ['python3'],
    ],
    ['start(process.execPath, [])', []],
    ["/a/.exec('curl'); other('tar')", []],
  ])('reads %s', (body, programs) => {
    expect(inFile(body)).toMatchObject({ programs, unclear: [] });
  });

  it('reports a program whose name it cannot read', () => {
    expect(inFile('start(toolOf(machine), [])').unclear).toEqual(['a.mjs: toolOf(machine)']);
  });
});

describe('the list of outside programs', () => {
  const started = startedEverywhere();
  const listed = [
    ...Object.values(requirements).flatMap((group) => group.flatMap(({ program }) => program ?? [])),
    ...Object.keys(essential),
  ];

  it('has exactly the programs that the code starts', () => {
    expect([...started.values()].flatMap(({ unclear }) => unclear)).toEqual([]);
    const programs = [...started.values()].flatMap((file) => file.programs);
    const all = new Set([...programs, ...Object.values(SCRIPTS).flat()]);
    expect([...all].sort()).toEqual([...new Set(listed)].sort());
  });

  it('has every file that passes a script to a shell', () => {
    const withShell = [...started].filter(([, { shell }]) => shell);
    expect(withShell.map(([path]) => path).sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it('names a package for each program', () => {
    for (const requirement of Object.values(requirements).flat())
      expect(requirement.packages.length).toBeGreaterThan(0);
    for (const name of Object.values(essential)) expect(name).toMatch(/^[a-z0-9.+-]+$/);
  });
});
