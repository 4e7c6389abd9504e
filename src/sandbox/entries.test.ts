import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from './test-fixtures/client';

/** The entries as the app's build makes them: CommonJS for Node 16.17 with everything inside. */
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-entries-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node16.17',
      outDir: folder,
      rolldownOptions: {
        input: { cli: resolve('src/sandbox/cli.ts'), worker: resolve('src/sandbox/worker.ts') },
        output: { format: 'cjs' },
      },
    },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

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
    const child = spawn(process.execPath, [join(folder, 'cli.js'), ...args], {
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

  it('prints its description as the first line, logs to stderr, and ends within a second', async () => {
    const child = spawn(process.execPath, [join(folder, 'cli.js'), '--port', '0'], {
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
      'authentications',
      'controlUrl',
      'signingKey',
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

  it('says what is wrong on the command line, and ends with 2', async () => {
    const { stdout, stderr, code } = start('--port', 'x');
    expect(await stderr).toContain('--port takes a whole number');
    expect([await stdout, await code]).toEqual(['', 2]);
  });

  it('says that a port is taken, and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { stderr, code } = start('--port', String(port));
    expect(await stderr).toContain('could not start');
    expect(await code).toBe(1);
    other.close();
  });

  it('explains itself', async () => {
    const { stdout, code } = start('--help');
    expect(await stdout).toContain('--buyers N');
    expect(await code).toBe(0);
  });
});

describe('the worker', () => {
  it('posts its description, serves, and ends when told to stop', async () => {
    const worker = new Worker(join(folder, 'worker.js'));
    const [message]: unknown[] = await once(worker, 'message');
    expect(message).toMatchObject({ type: 'ready', description: { tokens: { full: expect.any(String) } } });
    expect(await lookUp(Reflect.get(Object(message), 'description'))).toBe(200);
    const started = Date.now();
    worker.postMessage({ type: 'stop' });
    const [code] = await once(worker, 'exit');
    expect([code, Date.now() - started < 1000]).toEqual([0, true]);
  });
});
