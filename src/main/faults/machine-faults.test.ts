import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEntries } from '../testing/build-entries';
import { DATABASE_DISK_FAULTS } from './database-disk-faults.fixture';
import { DATABASE_FAULTS } from './database-faults.fixture';
import { DISK_FAULTS } from './disk-faults.fixture';
import { MACHINE_BUILD, whyNoMount } from './machine-fault.fixture';
import { NEWER_FILE_FAULTS } from './newer-file-faults.fixture';
import { PROCESS_FAULTS } from './process-faults.fixture';
import { documentedRows } from './reliability-doc.fixture';

const FAULTS = [
  ...DATABASE_DISK_FAULTS,
  ...DISK_FAULTS,
  ...DATABASE_FAULTS,
  ...NEWER_FILE_FAULTS,
  ...PROCESS_FAULTS,
];
const noMount = whyNoMount();

let built: string;
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'machine-built-'));
  await buildEntries(built, MACHINE_BUILD);
});
afterAll(() => rmSync(built, { recursive: true }));

describe(`${FAULTS.length} faults of the machine`, () => {
  it.for(FAULTS)('$name: $outcome', async ({ needsMount, meet, outcome }, { skip }) => {
    if (needsMount && noMount !== null) skip(noMount);
    const folder = mkdtempSync(join(tmpdir(), 'machine-'));
    try {
      expect(await meet({ folder, built: (name) => join(built, `${name}.cjs`) })).toBe(outcome);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('docs/reliability.md', () => {
  it('has a line for every fault of the machine, with its outcome', () => {
    expect(documentedRows('The machine')).toEqual(FAULTS.map(({ name, outcome }) => [name, outcome]));
  });
});
