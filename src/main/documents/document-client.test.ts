import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forkStarter } from '../processes/fork-process';
import { buildEntries } from '../testing/build-entries';
import { createDocuments } from './create-documents';
import { DocumentClient, type DocumentClientOptions, type StartDocumentsProcess } from './document-client';

let folder: string;
const children: { pid?: number | undefined }[] = [];
const clients: DocumentClient[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-process-'));
  await buildEntries(folder, { process: 'src/main/documents/documents-process.ts' });
}, 60_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The real code in a real process. */
const startWith =
  (execArgv: readonly string[]): StartDocumentsProcess =>
  (listeners) =>
    forkStarter<
      Parameters<ReturnType<StartDocumentsProcess>['send']>[0],
      Parameters<typeof listeners.onMessage>[0]
    >(join(folder, 'process.cjs'), { execArgv, onStart: (child) => children.push(child) })(listeners);
const start = startWith([]);

function clientOf(options: Partial<DocumentClientOptions> = {}): DocumentClient {
  const client = new DocumentClient({ start, report: () => undefined, ...options });
  clients.push(client);
  return client;
}

/** A pattern that backtracks for ages on a text of a's followed by something else. */
const hostile = (pattern: string) => ({
  text: JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: {
      '/a': {
        get: {
          operationId: 'a',
          responses: {
            200: {
              description: 'x',
              content: { 'application/json': { schema: { type: 'string', pattern } } },
            },
          },
        },
      },
    },
  }),
  source: { kind: 'pasted' } as const,
});

const isAlive = (pid: number | undefined): boolean => {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the documents process', { timeout: 60_000 }, () => {
  it('ends with a cancelled question, drops one cancelled before its turn, and answers the next', async () => {
    const client = clientOf();
    const [reading, waiting] = [new AbortController(), new AbortController()];
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'x'.repeat(5_000_000), version: '1' } });
    const first = client.ask({ kind: 'read', text }, reading.signal);
    const second = client.ask({ kind: 'read', text }, waiting.signal);
    await expect.poll(() => isAlive(children.at(-1)?.pid)).toBe(true);
    const { pid } = children.at(-1) ?? {};
    waiting.abort();
    reading.abort();
    await expect(first).rejects.toMatchObject({ trouble: 'cancelled' });
    await expect(second).rejects.toMatchObject({ trouble: 'cancelled' });
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(children.at(-1)?.pid).toBe(pid);
    expect(await client.ask({ kind: 'read', text: '{}' })).toMatchObject({ kind: 'refused' });
  });

  it('is ended when a hostile pattern takes too long, and the next question is answered', async () => {
    const { documents, client } = createDocuments({
      dataFolder: { path: folder },
      startDocuments: start,
      report: () => undefined,
      limitMs: 1500,
    });
    clients.push(client);
    const { id } = await documents.add(hostile('^(a+)+$'));
    const part = { kind: 'response', status: 200, contentType: 'application/json' } as const;
    expect(await documents.check(id, 'a', part, '"aaaa"')).toMatchObject({ kind: 'checked', findings: [] });
    const before = children.at(-1)?.pid;
    const begun = performance.now();
    expect(await documents.check(id, 'a', part, `"${'a'.repeat(60)}!"`)).toMatchObject({
      kind: 'not-checked',
      why: 'took-too-long',
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
    await expect.poll(() => isAlive(before)).toBe(false);
    expect(await documents.operation(id, 'a')).toMatchObject({ path: '/a' });
  });

  it('may take longer to start than a question may take', async () => {
    const slow = join(folder, 'slow.cjs');
    await writeFile(slow, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);');
    const client = clientOf({ start: startWith(['--require', slow]), limitMs: 1_000 });
    expect(await client.ask({ kind: 'operation', revision: 'none', operationId: 'a' })).toMatchObject({
      kind: 'not-open',
    });
  });

  it('gives its first question no extra time once it has started', async () => {
    const long = `{"openapi":"3.0.0","paths":{},"x":[${'[],'.repeat(3_000_000)}0]}`;
    const asked = clientOf({ readMs: 1 }).ask({ kind: 'read', text: long });
    await expect(asked).rejects.toMatchObject({ trouble: 'took-too-long' });
  });

  it('fails one question when it dies, and answers the next', async () => {
    const client = clientOf();
    const read = { kind: 'read', text: hostile('x').text } as const;
    expect(await client.ask(read)).toMatchObject({ kind: 'read' });
    const dying = client.ask({
      kind: 'read',
      text: `{"openapi":"3.0.0","paths":{},"x":[${'[],'.repeat(3_000_000)}0]}`,
    });
    const pid = children.at(-1)?.pid ?? 0;
    setImmediate(() => process.kill(pid, 'SIGKILL'));
    await expect(dying).rejects.toMatchObject({ trouble: 'failed' });
    expect(await client.ask(read)).toMatchObject({ kind: 'read' });
  });

  it('answers several questions in order, and ends when idle', async () => {
    const client = clientOf({ idleMs: 200 });
    const answers = await Promise.all([
      client.ask({ kind: 'read', text: 'openapi: 2.0.0' }),
      client.ask({ kind: 'read', text: hostile('x').text }),
      client.ask({ kind: 'model', revision: 'none', reference: '#/' }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(['refused', 'read', 'not-open']);
    const pid = children.at(-1)?.pid;
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await client.ask({ kind: 'read', text: '' })).toMatchObject({ kind: 'refused' });
  });

  it('answers nothing after the end, neither what was waiting nor what comes late, and starts no more', async () => {
    const client = clientOf();
    const read = { kind: 'read', text: hostile('x').text } as const;
    const asked = [client.ask(read), client.ask(read)];
    await expect.poll(() => isAlive(children.at(-1)?.pid)).toBe(true);
    const started = children.length;
    client.stop();
    for (const each of [...asked, client.ask(read)])
      await expect(each).rejects.toMatchObject({ trouble: 'failed' });
    expect(children).toHaveLength(started);
  });
});
