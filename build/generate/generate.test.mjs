import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);
const GENERATED = 'src/contract/generated';
const generate = (...args) => run(process.execPath, ['build/generate/generate.mjs', ...args]);

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'generated-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('reports and replaces stale, missing and leftover files, and leaves other files alone', async () => {
  cpSync(GENERATED, folder, { recursive: true });
  appendFileSync(join(folder, 'types.ts'), '// edited\n');
  rmSync(join(folder, 'validators.mjs'));
  writeFileSync(join(folder, 'old.ts'), readFileSync(join(folder, 'operations.ts')));
  writeFileSync(join(folder, 'mine.txt'), 'mine');
  const failure = await generate('--check', folder).then(
    () => null,
    (error) => error,
  );
  expect(failure.code).toBe(1);
  expect(failure.stderr.match(/[\w.]+(?= \()/g)).toEqual(['types.ts', 'validators.mjs', 'old.ts']);
  await generate(folder);
  const names = readdirSync(GENERATED);
  expect(readdirSync(folder).toSorted()).toEqual([...names, 'mine.txt'].toSorted());
  for (const name of names)
    expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(GENERATED, name), 'utf8'));
  expect(readFileSync(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
});
