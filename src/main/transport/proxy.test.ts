import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { startProxy, type TestProxy } from './test-fixtures/connect-proxy';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { startRawServer } from './test-fixtures/raw-server';
import { startSilentPort } from './test-fixtures/silent-port';
import { NAMES, openTlsHarness, type TlsHarness } from './test-fixtures/tls-harness';
import type { TransportOptions } from './types';

const SHORT = { connectMs: 200, totalMs: 5_000 };

/** Null: the system never answers. */
let systemProxy: string | null = 'DIRECT';
let tls: TlsHarness;
beforeAll(async () => {
  tls = await openTlsHarness({
    resolveSystemProxy: () =>
      systemProxy === null ? new Promise(() => undefined) : Promise.resolve(systemProxy),
  });
});
afterAll(() => tls.close());

describe('a proxy', () => {
  async function proxied(options?: Parameters<typeof startProxy>[0]): Promise<TestProxy> {
    const proxy = await startProxy(options);
    tls.closeLater(proxy.close);
    return proxy;
  }
  function through(url: string): TransportOptions {
    return { ...tls.trusted, proxy: { kind: 'manual', url } };
  }

  it('opens a tunnel for https, and does not change the request inside it', async () => {
    const proxy = await proxied();
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    const result = await tls.get(`https://api.example:${port}/x`, through(proxy.url));
    expect(await tls.text(result)).toBe('hello ');
    expect(proxy.seen.map(({ line }) => line)).toEqual([`CONNECT api.example:${port}`]);
    expect(result.sent.headers.map(([name]) => name)).toEqual([
      'host',
      'accept',
      'accept-encoding',
      'user-agent',
    ]);
    expect(result.connection).toMatchObject({
      proxy: `127.0.0.1:${proxy.port}`,
      remoteAddress: `127.0.0.1:${proxy.port}`,
    });
  });

  it('is contacted over TLS if its URL says https', async () => {
    const proxy = await proxied({ credentials: await tls.authority.issue('CN=proxy', NAMES) });
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    expect(await tls.text(await tls.get(`https://api.example:${port}/x`, through(proxy.url)))).toBe('hello ');
  });

  it('is not shown the client certificate, which is for the service', async () => {
    const proxy = await proxied({ credentials: await tls.authority.issue('CN=proxy', NAMES) });
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES), true);
    const client = await tls.authority.issue('CN=explorer', []);
    const clientCertificate = {
      certificateFile: await tls.file('client.pem', client.certificate),
      keyFile: await tls.file('client.key', client.key),
    };
    const options = { ...through(proxy.url), clientCertificate };
    const url = `https://api.example:${port}/x`;
    expect(await tls.text(await tls.get(url, options))).toBe('hello explorer');
    const steps = await tls.transport.diagnose(url, options).result;
    expect(steps.map(({ name, ok }) => [name, ok])).toContainEqual(['TLS', true]);
    expect(proxy.shownCertificates()).toBe(0);
  });

  it('gets a plain http request with its credentials, which are masked in the result', async () => {
    const proxy = await proxied({ login: 'me:p@ss' });
    const result = await tls.get(
      'http://api.example/a?b=c',
      through(proxy.url.replace('//', '//me:p%40ss@')),
    );
    expect(await tls.text(result)).toBe('from the proxy');
    expect(proxy.seen.map(({ line }) => line)).toEqual(['GET http://api.example/a?b=c']);
    expect(result.sent.headers).toContainEqual(['proxy-authorization', MASKED]);
    expect(JSON.stringify(result)).not.toContain(Buffer.from('me:p@ss').toString('base64'));
  });

  it('that requires a login fails as proxy, and nothing is sent to the destination', async () => {
    const proxy = await proxied({ login: 'me:secret' });
    const { outcome } = await tls.get('https://api.example/', through(proxy.url));
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'proxy', mayHaveArrived: false });
    expect(outcome).toHaveProperty('detail', 'The proxy answered 407 Proxy Authentication Required');
    const admitted = await tls.get(
      'https://api.example:1/',
      through(proxy.url.replace('//', '//me:secret@')),
    );
    expect(admitted.outcome).toHaveProperty('detail', 'The proxy answered 502 Bad Gateway');
  });

  it('that cannot be reached fails as proxy', async () => {
    const { outcome } = await tls.get('https://api.example/', through('http://127.0.0.1:1'));
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'proxy', mayHaveArrived: false });
  });

  it.each([
    [null, 'proxy', 'PROXY took the connection, but did not answer CONNECT within 200 ms'],
    [
      'HTTP/1.1 200 OK\r\n\r\n',
      'connect-timeout',
      'No connection within 200 ms: the proxy PROXY opened the way, but the TLS handshake through it did not end',
    ],
  ])(
    'that goes silent after it has sent %j is named, with what it did not answer',
    async (answer, failure, detail) => {
      const { url, close } = await startRawServer((socket, received) => {
        if (answer !== null && String(received).endsWith('\r\n\r\n')) socket.write(answer);
      });
      tls.closeLater(close);
      const { outcome } = await tls.get('https://api.example/', { ...through(url), timeouts: SHORT });
      expect(outcome).toMatchObject({ kind: 'failed', failure, mayHaveArrived: false });
      expect(outcome).toHaveProperty('detail', detail.replace('PROXY', new URL(url).host));
    },
  );

  it('that accepts no connection in time is named', async () => {
    const { port, close } = await startSilentPort();
    tls.closeLater(close);
    const options = { ...through(`http://127.0.0.1:${port}`), timeouts: SHORT };
    expect((await tls.get('https://api.example/', options)).outcome).toMatchObject({
      failure: 'proxy',
      detail: `127.0.0.1:${port} did not answer within 200 ms`,
    });
  });

  it('whose system settings cannot be read in time is reported as such', async () => {
    systemProxy = null;
    const options: TransportOptions = { ...tls.trusted, proxy: { kind: 'system' }, timeouts: SHORT };
    const { outcome } = await tls.get('https://api.example/', options);
    systemProxy = 'DIRECT';
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'proxy', mayHaveArrived: false });
    expect(outcome).toHaveProperty('detail', 'The system’s proxy settings could not be read within 200 ms');
  });

  it.each(['nonsense', 'socks5://127.0.0.1:1', ''])('with the address “%s” is refused', async (url) => {
    expect(await tls.refusalOf({ ...PLAIN_OPTIONS, proxy: { kind: 'manual', url } })).toMatchObject({
      code: 'proxy-url',
    });
  });

  it('is not used for this computer', async () => {
    const proxy = await proxied();
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    expect(await tls.text(await tls.get(`https://localhost:${port}/`, through(proxy.url)))).toBe('hello ');
    expect(await tls.text(await tls.get(`https://127.0.0.1:${port}/`, through(proxy.url)))).toBe('hello ');
    expect(proxy.seen).toEqual([]);
  });

  it('of the system is chosen from its list, skipping a dead one', async () => {
    const proxy = await proxied();
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    const options: TransportOptions = { ...tls.trusted, proxy: { kind: 'system' } };
    systemProxy = `SOCKS5 127.0.0.1:1; PROXY 127.0.0.1:1; PROXY 127.0.0.1:${proxy.port}; DIRECT`;
    expect(await tls.text(await tls.get(`https://api.example:${port}/`, options))).toBe('hello ');
    expect(proxy.seen).toHaveLength(1);
    systemProxy = 'SOCKS me:p@ss@127.0.0.1:1';
    const { outcome } = await tls.get('https://other.example/', options);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'proxy', mayHaveArrived: false });
    expect(outcome).toHaveProperty('detail', expect.stringContaining('“SOCKS 127.0.0.1:1”'));
    systemProxy = 'DIRECT';
    expect((await tls.get('http://no-such-name.invalid/', options)).outcome).toMatchObject({
      failure: 'dns',
    });
  });
});
