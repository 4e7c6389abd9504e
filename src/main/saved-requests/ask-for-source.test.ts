import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DocumentClient, type DocumentClientOptions } from '../documents/document-client';
import { forkStarter } from '../processes/fork-process';
import { buildEntries } from '../testing/build-entries';
import { askForSource } from './ask-for-source';

let folder: string;
const clients: DocumentClient[] = [];
const nobody = new AbortController().signal;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'));
  await buildEntries(folder, { process: 'src/main/documents/documents-process.ts' });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the real code in a real process. */
function ask(execArgv: readonly string[] = [], options: Partial<DocumentClientOptions> = {}) {
  const start = forkStarter<never, never>(join(folder, 'process.cjs'), { execArgv });
  const client = new DocumentClient({ start, report: () => undefined, ...options });
  clients.push(client);
  return askForSource(client);
}

const insomnia = (requests: number): string =>
  `type: collection.insomnia.rest/5.0\nname: Payments\ncollection:\n${Array.from(
    { length: requests },
    (_one, at) =>
      `  - url: https://psp.example/${at}\n    name: Charge ${at}\n    method: POST\n    meta:\n      id: req_${at}\n`,
  ).join('')}`;

describe('reading an import', () => {
  it('happens in a separate process, for a file and for the files of a collection', async () => {
    const read = await ask()({ kind: 'text', text: insomnia(2) }, nobody);
    expect(read).toMatchObject({ kind: 'collection', collection: { report: { name: 'Payments' } } });
    const text = 'meta {\n  name: Charge\n}\n\npost {\n  url: https://psp.example/charges\n}\n';
    const files = [{ path: 'Charge.bru', text }];
    expect(
      await ask()({ kind: 'files', format: 'bruno', name: 'Cards', notes: [], files }, nobody),
    ).toMatchObject({
      kind: 'collection',
      collection: { report: { name: 'Cards' }, found: [{ read: { ok: true, request: { name: 'Charge' } } }] },
    });
    expect(await ask()({ kind: 'text', text: 'Hello' }, nobody)).toMatchObject({ kind: 'unknown' });
    expect(await ask()({ kind: 'text', text: 'version: 2\nname: [' }, nobody)).toMatchObject({
      kind: 'requests',
      requests: [{ ok: false }],
    });
  });

  it('that needs too much memory ends its process, and the result says so', async () => {
    const reading = ask(['--max-heap-size=60'])({ kind: 'text', text: insomnia(50_000) }, nobody);
    expect(await reading).toEqual({ kind: 'unread', why: expect.stringContaining('more memory') });
  });

  it('that takes too long is given up', async () => {
    // Long enough that its result never comes before a timer that a busy computer fires late.
    const reading = ask([], { readMs: 1 })({ kind: 'text', text: insomnia(50_000) }, nobody);
    expect(await reading).toEqual({ kind: 'unread', why: expect.stringContaining('too long') });
  });

  it.each([
    [undefined, 'You cancelled it. Nothing was imported.'],
    ['the profile was switched', 'It ended, as the profile was switched. Nothing was imported.'],
  ])('can be cancelled (%s), and the problem says why', async (reason, meaning) => {
    const controller = new AbortController();
    const reading = ask()({ kind: 'text', text: insomnia(50_000) }, controller.signal);
    controller.abort(reason);
    await expect(reading).rejects.toMatchObject({ problem: { code: 'import-cancelled', meaning } });
  });
});
