import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/**
 * The path of a folder that exists, and is empty, when each test of the file (or of the `describe`) starts. If this is
 * called before other hooks are set up, the folder is created before them and removed after them.
 */
export function testingFolder(): string {
  const folder = join(tmpdir(), `test-${randomUUID()}`);
  beforeEach(() => mkdir(folder).then(() => undefined));
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
