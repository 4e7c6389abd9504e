import { connect } from 'node:net';
import { createGunzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { errorObject } from '@contract';
import { startSandbox } from '../start-sandbox';
import { send, useSandbox, type Received, type RequestOptions } from '../test-fixtures/client';
import { TokenBucket } from './fault-injector';

describe('TokenBucket', () => {
  it('allows N per second, says how long to wait, and allows at most N at once', () => {
    const limit = new TokenBucket(5, 0);
    const passedAt = (now: number, tries: number): number =>
      Array.from({ length: tries }, () => limit.take(now)).filter((wait) => wait === null).length;
    expect(passedAt(0, 8)).toBe(5);
    expect(limit.take(0)).toBe(1);
    expect(passedAt(200, 8)).toBe(1);
    expect(passedAt(60_000, 20)).toBe(5);
  });

  it('works below one per second, and with a clock that goes back', () => {
    const limit = new TokenBucket(0.1, 1000);
    expect(limit.take(1000)).toBeNull();
    expect(limit.take(1000)).toBe(10);
    expect(limit.take(0)).toBe(10);
    expect(limit.take(10_000)).toBeNull();
  });
});

describe('a fault by header', () => {
  const sandbox = useSandbox();

  function get(fault: string, sending: RequestOptions = {}): Promise<Received> {
    const path = `/checkout/sessions/${sandbox.description.sessions.guest}`;
    return sandbox.call(path, { ...sending, headers: { 'x-sandbox-fault': fault, ...sending.headers } });
  }

  it('latency and jitter delay the answer', async () => {
    const started = performance.now();
    expect((await get('latency=60,jitter=20')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(59);
  });

  it('reset=before gives no answer', async () => {
    await expect(get('reset=before')).rejects.toThrow('ECONNRESET');
  });

  it('reset=middle sends the head and half of the body, then resets', async () => {
    const whole = await get('');
    const received = await untilClosed(sandbox.description, 'reset=middle');
    expect(received.error).toBe('ECONNRESET');
    const [head = '', body = ''] = received.text.split('\r\n\r\n');
    expect(head).toContain(`content-length: ${whole.body.length}`);
    expect(body).toBe(whole.text.slice(0, Math.floor(whole.body.length / 2)));
  });

  it('reset=middle of an answer without a body resets before it', async () => {
    const path = `/checkout/sessions/${sandbox.description.sessions.errors[422]}`;
    await expect(sandbox.call(path, { headers: { 'x-sandbox-fault': 'reset=middle' } })).rejects.toThrow();
  });

  it('truncate gives complete HTTP with broken JSON', async () => {
    const whole = await get('');
    const { body, text } = await get('truncate');
    expect(body).toHaveLength(Math.floor(whole.body.length / 2));
    expect(() => JSON.parse(text)).toThrow();
  });

  it('contentType and status replace those of the answer', async () => {
    expect((await get('contentType=text/csv')).headers['content-type']).toBe('text/csv');
    const { status, headers, text } = await get('status=503');
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>');
  });

  it('error answers with the error object of a status', async () => {
    expect((await get('error=409')).json).toEqual(errorObject(409));
  });

  it('drip sends all of the body slowly', async () => {
    const whole = await get('');
    const started = performance.now();
    const { text } = await get('drip=3000');
    expect(text).toBe(whole.text);
    expect(performance.now() - started).toBeGreaterThan(90);
  });

  it('gzip compresses 20 MB of JSON to less than 40 kB', async () => {
    const { headers, body } = await get('gzip=20');
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.length).toBeLessThan(40_000);
    let bytes = 0;
    let [first, last] = ['', ''];
    const gunzip = createGunzip();
    gunzip.end(body);
    for await (const chunk of gunzip) {
      const text = String(chunk);
      bytes += text.length;
      if (first === '') first = text.slice(0, 12);
      last = text.slice(-2);
    }
    expect([bytes, first, last]).toEqual([20_000_000, '{"padding":"', '"}']);
  });

  it('works on a forwarded answer, which is a stream', async () => {
    const forwarded = (fault: string): Promise<Received> =>
      sandbox.call('/vault-forward', {
        method: 'POST',
        headers: {
          'x-vault-forward-url': `${sandbox.description.destination.http}/html`,
          'x-vault-forward-http-method': 'POST',
          'x-sandbox-fault': fault,
        },
      });
    const whole = await forwarded('');
    expect((await forwarded('truncate')).text).toBe(whole.text.slice(0, Math.floor(whole.text.length / 2)));
    expect((await forwarded('drip=100000')).text).toBe(whole.text);
    expect((await forwarded('contentType=application/json')).headers['content-type']).toBe(
      'application/json',
    );
    await expect(forwarded('reset=middle')).rejects.toThrow();
  });

  it('is rejected with a 400 that names it, if invalid', async () => {
    const { status, json } = await get('latency=x');
    expect([status, json]).toMatchObject([
      400,
      { details: [{ location: 'header', pointer: '/x-sandbox-fault/latency' }] },
    ]);
  });
});

describe('the control endpoint', () => {
  const sandbox = useSandbox({ seed: 7 });
  const control = (sending?: RequestOptions): Promise<Received> =>
    send(sandbox.description.controlUrl, sending);

  it('shows, sets and removes standing faults', async () => {
    expect((await control()).json).toEqual({});
    expect((await sandbox.setFaults({ error: 500 })).json).toEqual({ error: 500 });
    expect((await control()).json).toEqual({ error: 500 });
    expect((await sandbox.call('/buyers')).status).toBe(500);
    expect((await control({ method: 'DELETE' })).json).toEqual({});
    expect((await sandbox.call('/buyers')).status).toBe(200);
    await sandbox.setFaults({ error: 500 });
    expect((await sandbox.setFaults({})).json).toEqual({});
    expect((await sandbox.call('/buyers')).status).toBe(200);
  });

  it('is overridden by the header of a request', async () => {
    await sandbox.setFaults({ error: 500, times: 1 });
    expect((await sandbox.call('/buyers', { headers: { 'x-sandbox-fault': 'error=502' } })).status).toBe(502);
  });

  it('ends after `times` requests', async () => {
    await sandbox.setFaults({ error: 504, times: 2 });
    const statuses = [];
    for (let request = 0; request < 3; request += 1) statuses.push((await sandbox.call('/buyers')).status);
    expect(statuses).toEqual([504, 504, 200]);
  });

  it('limits the rate with 429 and Retry-After', async () => {
    await sandbox.setFaults({ rate: 3 });
    const received = await Promise.all(Array.from({ length: 10 }, () => sandbox.call('/buyers')));
    const refused = received.filter(({ status }) => status === 429);
    expect(received.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    for (const { headers, json } of refused) {
      expect(headers['retry-after']).toBe('1');
      expect(json).toEqual(errorObject(429));
    }
    await control({ method: 'DELETE' });
  });

  it('fails a share of the requests at random', async () => {
    await sandbox.setFaults({ fail: 30 });
    const outcomes: (number | 'reset')[] = [];
    for (let request = 0; request < 300; request += 1) {
      outcomes.push(
        await sandbox.call('/buyers?limit=1').then(
          ({ status }) => status,
          () => 'reset' as const,
        ),
      );
    }
    await control({ method: 'DELETE' });
    const failed = outcomes.filter((outcome) => outcome !== 200);
    expect(failed.length).toBeGreaterThan(60);
    expect(failed.length).toBeLessThan(120);
    expect(new Set(failed)).toEqual(new Set([500, 502, 504, 'reset']));
  });

  it('rejects an invalid plan without changing anything', async () => {
    await sandbox.setFaults({ latency: 1 });
    for (const body of ['', '[]', '{"latency":"x"}', '{"unknown":1}', '{']) {
      const { status, json } = await control({ method: 'PUT', body });
      expect([body, status, json]).toMatchObject([
        body,
        400,
        { code: 'bad_request', details: [{ location: 'body' }] },
      ]);
    }
    expect((await control()).json).toEqual({ latency: 1 });
    const { status, headers } = await control({ method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, PUT, DELETE']);
    await control({ method: 'DELETE' });
  });

  it('rejects web pages, other hosts and wrong URLs', async () => {
    expect((await control({ method: 'DELETE', headers: { origin: 'http://127.0.0.1:1' } })).status).toBe(403);
    expect((await control({ headers: { 'sec-fetch-site': 'same-site' } })).status).toBe(403);
    expect((await control({ headers: { host: 'evil.example' } })).status).toBe(403);
    const guess = sandbox.description.controlUrl.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    expect((await send(guess)).status).toBe(404);
    expect(sandbox.description.controlUrl).toMatch(/\/_control\/[0-9a-f]{32}\/faults$/);
  });
});

describe('random failures', () => {
  it('are the same for the same seed', async () => {
    const outcomesOf = async (seed: number): Promise<unknown[]> => {
      const { description, close } = await startSandbox({ seed, faults: { fail: 20 } });
      const headers = { authorization: `Bearer ${description.tokens.full}` };
      const outcomes = [];
      for (let request = 0; request < 40; request += 1) {
        outcomes.push(
          await send(`${description.baseUrl}/buyers?limit=1`, { headers }).then(
            ({ status }) => status,
            () => 'reset',
          ),
        );
      }
      await close();
      return outcomes;
    };
    const first = await outcomesOf(1);
    expect(await outcomesOf(1)).toEqual(first);
    expect(await outcomesOf(2)).not.toEqual(first);
  });
});

/** Everything that arrives before the connection closes. */
function untilClosed(
  { baseUrl, tokens, sessions }: { baseUrl: string; tokens: { full: string }; sessions: { guest: string } },
  fault: string,
): Promise<{ text: string; error: string | null }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    let error: string | null = null;
    socket.on('data', (chunk) => (text += chunk.toString()));
    socket.on('error', (failure) => (error = /E[A-Z]+/.exec(failure.message)?.[0] ?? failure.message));
    socket.on('close', () => resolve({ text, error }));
    socket.write(
      `GET /checkout/sessions/${sessions.guest} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tokens.full}\r\nx-sandbox-fault: ${fault}\r\n\r\n`,
    );
  });
}
