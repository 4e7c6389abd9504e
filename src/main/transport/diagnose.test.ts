import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProxy } from './test-fixtures/connect-proxy';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { startRawServer } from './test-fixtures/raw-server';
import { NAMES, openTlsHarness, type TlsHarness } from './test-fixtures/tls-harness';
import type { DiagnosisStep, TransportOptions } from './types';

let tls: TlsHarness;
beforeAll(async () => {
  tls = await openTlsHarness();
});
afterAll(() => tls.close());

describe('the diagnosis', () => {
  async function diagnose(url: string, options: TransportOptions): Promise<readonly DiagnosisStep[]> {
    return tls.transport.diagnose(url, options).result;
  }

  it('goes through every step of a connection that works', async () => {
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    const steps = await diagnose(`https://localhost:${port}`, tls.trusted);
    expect(steps.map(({ name, ok }) => [name, ok])).toEqual([
      ['Settings', true],
      ['DNS', true],
      ['TCP', true],
      ['TLS', true],
      ['HTTP', true],
    ]);
    expect(steps[3]?.words).toMatch(
      /^TLSv1\.3; certificate of CN=api, issued by CN=Transport test CA, valid until 20/,
    );
    expect(steps[4]?.words).toContain('status 200 without a token');
  });

  it('reads only the beginning of an endless answer', async () => {
    let written = 0;
    const server = await startRawServer((socket) => {
      const more = (): void => {
        if (socket.destroyed || written > 50_000_000) return void socket.end();
        written += 65_536;
        if (socket.write(Buffer.alloc(65_536))) setImmediate(more);
        else socket.once('drain', more);
      };
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      more();
    });
    tls.closeLater(server.close);
    const steps = await diagnose(server.url, PLAIN_OPTIONS);
    expect(steps.at(-1)).toMatchObject({ name: 'HTTP', ok: true });
    // Some of it waits in the buffers of the connection.
    expect(written).toBeLessThan(20_000_000);
  });

  it('goes through a proxy', async () => {
    const proxy = await startProxy();
    tls.closeLater(proxy.close);
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES, { from: -1, to: 5 }));
    const options: TransportOptions = { ...tls.trusted, proxy: { kind: 'manual', url: proxy.url } };
    const steps = await diagnose(`https://api.example:${port}`, options);
    expect(steps.map(({ name }) => name)).toEqual(['Settings', 'Proxy', 'DNS', 'TCP', 'TLS', 'HTTP']);
    expect(steps.every(({ ok }) => ok)).toBe(true);
    expect(steps[1]?.words).toBe(`Through 127.0.0.1:${proxy.port}.`);
    expect(steps[4]?.words).toMatch(/\(in [45] days\)/);
  });

  it.each<[string, () => Promise<[string, TransportOptions]>, string, RegExp]>([
    [
      'an unknown name',
      async () => ['https://no-such-name.invalid', PLAIN_OPTIONS],
      'DNS',
      /was not found \(E/,
    ],
    [
      'a port where nobody listens',
      async () => ['https://127.0.0.1:1', PLAIN_OPTIONS],
      'TCP',
      /\(ECONNREFUSED\)/,
    ],
    [
      'an untrusted authority',
      async () => [
        `https://localhost:${await tls.serve(await tls.authority.issue('CN=api', NAMES))}`,
        PLAIN_OPTIONS,
      ],
      'TLS',
      /not issued by an authority this app trusts.*Extra CA file.*certificate of CN=api/,
    ],
    [
      'a certificate for another name',
      async () => [
        `https://localhost:${await tls.serve(await tls.authority.issue('CN=api', ['other.example']))}`,
        tls.trusted,
      ],
      'TLS',
      /is for other names.*DNS:other\.example/,
    ],
    [
      'a missing CA file',
      async () => ['https://localhost:1', { ...PLAIN_OPTIONS, extraCaFile: '/no/such.pem' }],
      'Settings',
      /^\/no\/such\.pem cannot be read/,
    ],
    [
      'an invalid address',
      async () => ['nonsense', PLAIN_OPTIONS],
      'Settings',
      /cannot be read as an address/,
    ],
    [
      'a proxy that speaks no TLS, although its address says so',
      async () => {
        const proxy = await startProxy();
        tls.closeLater(proxy.close);
        const url = proxy.url.replace('http:', 'https:');
        return ['https://api.example', { ...tls.trusted, proxy: { kind: 'manual', url } }];
      },
      'TCP',
      /does not seem to speak TLS.*http:\/\/ in their own address/,
    ],
    [
      'a server that hangs up',
      async () => {
        const rude = await startRawServer((socket) => socket.destroy());
        tls.closeLater(rude.close);
        return [rude.url, PLAIN_OPTIONS];
      },
      'HTTP',
      /closed the connection without an answer/,
    ],
    [
      'a server that is silent during TLS',
      async () => {
        const silent = await startRawServer(() => undefined);
        tls.closeLater(silent.close);
        const options = { ...PLAIN_OPTIONS, timeouts: { connectMs: 200, totalMs: 5_000 } };
        return [silent.url.replace('http:', 'https:'), options];
      },
      'TLS',
      /^No answer within 200 ms/,
    ],
  ])('ends at %s', async (_name, prepare, step, words) => {
    const steps = await diagnose(...(await prepare()));
    const last = steps[steps.length - 1];
    expect(last).toMatchObject({ name: step, ok: false, words: expect.stringMatching(words) });
    expect(steps.slice(0, -1).every(({ ok }) => ok)).toBe(true);
  });

  it('can be cancelled', async () => {
    let cancel = (): void => undefined;
    const silent = await startRawServer(() => cancel());
    tls.closeLater(silent.close);
    const call = tls.transport.diagnose(silent.url, PLAIN_OPTIONS);
    cancel = call.cancel;
    const steps = await call.result;
    expect(steps[steps.length - 1]).toMatchObject({
      name: 'HTTP',
      ok: false,
      words: expect.stringContaining('Cancelled'),
    });
  });
});
