import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'run-program-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * What a built program sees when the command was typed in another folder, as with `npm --prefix`: npm starts it in
 * `folder`, other programs in `cwd`.
 */
function seen(typedIn, cwd = folder) {
  const program = join(folder, 'program.js');
  writeFileSync(
    program,
    'console.log(JSON.stringify({ cwd: process.cwd(), args: process.argv.slice(2), main: process.argv[1] }));',
  );
  const module = pathToFileURL(join(import.meta.dirname, 'run-program.mjs'));
  const script = `import { runProgram } from ${JSON.stringify(module.href)}; runProgram(${JSON.stringify(program)}, ['run', './x'], ${JSON.stringify(folder)});`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    env: { ...process.env, INIT_CWD: typedIn },
    encoding: 'utf8',
  });
  return { ...JSON.parse(out), program };
}

it('runs in the folder where the command was typed, so that relative paths work', () => {
  const typedIn = join(folder, 'somewhere else');
  mkdirSync(typedIn);
  const { program, ...told } = seen(typedIn);
  expect(told).toEqual({ cwd: typedIn, args: ['run', './x'], main: program });
});

it('runs in the current folder without npm, or if a parent process changed it', () => {
  expect(seen(undefined).cwd).toBe(folder);
  const chosen = join(folder, 'chosen');
  mkdirSync(chosen);
  expect(seen(folder, chosen).cwd).toBe(chosen);
});
