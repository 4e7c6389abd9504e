import { randomBytes } from 'node:crypto';
import type * as NodeFs from 'node:fs';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Engine } from './engine';

let afterLook: (() => void) | null = null;

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>();
  return {
    ...fs,
    statSync: (...asked: Parameters<typeof fs.statSync>) => {
      const found = fs.statSync(...asked);
      afterLook?.();
      return found;
    },
  };
});

const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT' }];
const charge = { sql: "INSERT INTO notes VALUES ('a charge')" };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moved-meanwhile-'));
});
afterEach(() => {
  afterLook = null;
  rmSync(folder, { recursive: true });
});

it.each([
  { how: 'execute', write: (engine: Engine) => engine.execute(charge) },
  { how: 'transaction', write: (engine: Engine) => engine.transaction([charge]) },
])(
  'a write ($how) fails when another process puts a rebuilt file in place just before it takes the lock',
  ({ write }) => {
    const file = { path: join(folder, 'explorer.db'), key: randomBytes(32).toString('hex') };
    const rebuilt = { ...file, path: join(folder, 'rebuilt.db') };
    new Engine({ file: rebuilt, migrations }).close();
    const commandLine = new Engine({ file, migrations });
    // At the last moment: what follows this check waits for the lock.
    afterLook = () => {
      afterLook = null;
      renameSync(file.path, join(folder, 'aside.db'));
      renameSync(rebuilt.path, file.path);
    };
    expect(() => write(commandLine)).toThrow('another file in its place');
    commandLine.close();
  },
);
