import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { shop } from './documents/shop.fixture';
import { useBuiltEntries } from './test-fixtures/build-entries';
import { send } from './test-fixtures/client';

const entry = useBuiltEntries({
  cli: 'cli.ts',
  worker: 'worker.ts',
  'sandbox-document-process': 'documents/document-process.ts',
});

interface Described {
  readonly baseUrl: string;
  readonly tokens: { readonly full: string };
  readonly sessions: { readonly rich: string };
}

function isDescribed(value: unknown): value is Described {
  return typeof Reflect.get(Object(value), 'baseUrl') === 'string';
}

async function lookUp(described: unknown): Promise<number> {
  if (!isDescribed(described)) throw new Error('No description.');
  const { baseUrl, tokens, sessions } = described;
  const headers = { authorization: `Bearer ${tokens.full}` };
  return (await send(`${baseUrl}/checkout/sessions/${sessions.rich}`, { headers })).status;
}

describe('the command', () => {
  function start(...args: string[]): {
    child: ReturnType<typeof spawn>;
    stdout: Promise<string>;
    stderr: Promise<string>;
    code: Promise<unknown>;
  } {
    const child = spawn(process.execPath, [entry('cli'), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const all = async (stream: NodeJS.ReadableStream | null): Promise<string> => {
      let text = '';
      for await (const chunk of stream ?? []) text += String(chunk);
      return text;
    };
    return {
      child,
      stdout: all(child.stdout),
      stderr: all(child.stderr),
      code: once(child, 'exit').then(([code]) => code),
    };
  }

  it('prints its description first, logs to stderr, and exits within a second', async () => {
    const child = spawn(process.execPath, [entry('cli'), '--port', '0'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stderr.on('data', (chunk) => (log += String(chunk)));
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const described: unknown = JSON.parse(String(line));
    expect(Object.keys(Object(described))).toEqual([
      'baseUrl',
      'destination',
      'tokens',
      'sessions',
      'sessionsByScheme',
      'sessionsByTaxIdKind',
      'merchantAccounts',
      'paymentMethods',
      'paymentMethodNames',
      'authentications',
      'controlUrl',
      'signingKey',
      'documents',
      'certificateAuthority',
    ]);
    expect(await lookUp(described)).toBe(200);
    const started = Date.now();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(Date.now() - started).toBeLessThan(1000);
    expect(code).toBe(0);
    expect(log).toMatch(/GET \/checkout\/sessions\/[0-9a-f-]+ 200/);
  });

  it('serves the given documents, and reports operations and mismatching answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-document-'));
    const file = join(folder, 'shop.json');
    await writeFile(file, JSON.stringify(shop));
    const child = spawn(process.execPath, [entry('cli'), '--document', file], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stderr.on('data', (chunk) => (log += String(chunk)));
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    const described: unknown = JSON.parse(String(line));
    expect(described).toMatchObject({ documents: [{ title: 'Shop API', version: '1.0', operations: 12 }] });
    if (!isDescribed(described)) throw new Error('No description.');
    expect(await send(`${described.baseUrl}/health`)).toMatchObject({ status: 200, text: 'well' });
    expect(await lookUp(described)).toBe(200);
    await expect
      .poll(() => log)
      .toContain('document "Shop API 1.0": 12 operations, 2 answers against their own schema');
    expect(log).toContain('GET /broken: ');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);

    await writeFile(file, 'swagger: "2.0"');
    const refused = start('--document', file);
    expect(await refused.stderr).toContain('This is a Swagger 2.0 document');
    expect(await refused.code).toBe(1);
    const missing = start('--document', join(folder, 'none.json'));
    expect(await missing.stderr).toContain('there is no such file');
    expect(await missing.code).toBe(2);
    await rm(folder, { recursive: true });
  });

  it('reports a wrong option, and exits with 2', async () => {
    const { stdout, stderr, code } = start('--port', 'x');
    expect(await stderr).toContain('--port takes a whole number');
    expect([await stdout, await code]).toEqual(['', 2]);
  });

  it('reports a port in use, and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { stderr, code } = start('--port', String(port));
    expect(await stderr).toContain(
      `The sandbox could not start: another program has the port ${port}. Take another one, or --port 0 for one that is free.`,
    );
    expect(await code).toBe(1);
    other.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'exits with 1 and the reason if its description or its help cannot be written',
    async () => {
      for (const args of [['--port', '0', '--quiet'], ['--help']]) {
        const full = await open('/dev/full', 'w');
        const child = spawn(process.execPath, [entry('cli'), ...args], {
          stdio: ['ignore', full.fd, 'pipe'],
        });
        let log = '';
        child.stderr?.on('data', (chunk) => (log += String(chunk)));
        expect(await once(child, 'close')).toEqual([1, null]);
        expect(log).toBe('Standard output: the disk is full.\n');
        await full.close();
      }
    },
  );

  it('exits with 0 if the reader of its help has gone away', async () => {
    const child = spawn(process.execPath, [entry('cli'), '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let log = '';
    child.stderr.on('data', (chunk) => (log += String(chunk)));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(log).toBe('');
  });

  it('prints help', async () => {
    const { stdout, code } = start('--help');
    expect(await stdout).toContain('--buyers N');
    expect(await code).toBe(0);
  });
});

describe('the worker', () => {
  it('posts its description, serves, and exits on request', async () => {
    const worker = new Worker(entry('worker'));
    const [message]: unknown[] = await once(worker, 'message');
    expect(message).toMatchObject({ type: 'ready', description: { tokens: { full: expect.any(String) } } });
    expect(await lookUp(Reflect.get(Object(message), 'description'))).toBe(200);
    const started = Date.now();
    worker.postMessage({ type: 'stop' });
    const [code] = await once(worker, 'exit');
    expect([code, Date.now() - started < 1000]).toEqual([0, true]);
  });
});
