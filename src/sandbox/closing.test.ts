import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox, type SandboxOptions } from './start-sandbox';
import { send } from './test-fixtures/client';
import { connectTo, connects } from './test-fixtures/raw';

describe('close', () => {
  let running: RunningSandbox | null = null;

  async function start(options: SandboxOptions = {}): Promise<RunningSandbox> {
    running = await startSandbox(options);
    return running;
  }

  afterEach(async () => {
    await running?.close();
  });

  it('settles within a second with connections in every state', async () => {
    const { description, certificateAuthority, close } = await start();
    const { baseUrl, destination, tokens, controlUrl } = description;
    const idle = await connectTo(baseUrl);
    idle.write('GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await idle.received('not_found');
    const silent = await connectTo(baseUrl);
    const begun = await connectTo(baseUrl);
    begun.write('GET /buyers HTTP/1.1\r\nhost: ');
    const beforeHandshake = await connectTo(destination.tls.replace('https:', 'http:'));
    const { port } = new URL(destination.tls);
    const afterHandshake = connectTls({
      port: Number(port),
      host: '127.0.0.1',
      ca: await certificateAuthority(),
    });
    await new Promise((resolve) => afterHandshake.once('secureConnect', resolve));
    afterHandshake.on('error', () => undefined);
    const waiting = await connectTo(baseUrl);
    waiting.write(
      `POST /vault-forward HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.full}\r\nx-vault-forward-url: ${destination.http}/slow\r\nx-vault-forward-http-method: POST\r\n\r\n`,
    );
    await send(controlUrl, { method: 'PUT', body: '{"latency":600000}' });
    const delayed = await connectTo(baseUrl);
    delayed.write(`GET /buyers HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.full}\r\n\r\n`);

    const started = Date.now();
    await close();
    expect(Date.now() - started).toBeLessThan(1000);
    const sockets = [idle, silent, begun, beforeHandshake, waiting, delayed];
    await Promise.all(sockets.map(({ whole }) => whole));
    await expect(send(`${baseUrl}/buyers`)).rejects.toThrow();
  });

  it('settles while a first TLS connection to the destination waits for its certificate', async () => {
    const { description, close } = await start();
    const { port } = new URL(description.destination.tls);
    const waiting = connect(Number(port), '127.0.0.1');
    await new Promise((resolve) => waiting.once('connect', resolve));
    const ended = new Promise((resolve) => waiting.once('close', resolve));
    await close();
    await ended;
    await expect(connects('127.0.0.1', Number(port))).resolves.toBe(false);
  });

  it('accepts all TLS connections to the destination that come before its certificate is ready', async () => {
    running = await start();
    const { description, certificateAuthority } = running;
    const { port } = new URL(description.destination.tls);
    const early = Array.from({ length: 3 }, () => connect(Number(port), '127.0.0.1'));
    const ca = await certificateAuthority();
    const secured = early.map(
      (socket) =>
        new Promise<boolean>((resolve, reject) => {
          const tls = connectTls({ socket, host: '127.0.0.1', ca }, () => resolve(tls.authorized));
          tls.once('error', reject);
        }),
    );
    expect(await Promise.all(secured)).toEqual([true, true, true]);
    early.forEach((socket) => socket.destroy());
  });

  it('lets a pending answer arrive', async () => {
    const { description, close } = await start();
    const pending = await connectTo(description.baseUrl);
    const { full } = description.tokens;
    pending.write(
      `GET /buyers HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${full}\r\nx-sandbox-fault: latency=100\r\n\r\n`,
    );
    // Written before this one's connection exists, so the server has read it by the time that it answers.
    const later = await connectTo(description.baseUrl);
    later.write('GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await later.received('not_found');
    await close();
    expect((await pending.whole).text).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('frees the port, while a port in use is an error', async () => {
    const first = await start();
    const port = Number(new URL(first.description.baseUrl).port);
    await expect(startSandbox({ port })).rejects.toThrow('EADDRINUSE');
    await first.close();
    running = await startSandbox({ port });
    expect(running.description.baseUrl).toBe(`http://127.0.0.1:${port}`);
  });
});
