import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MASKED, type Exchange } from '@shared/http/exchange';
import { importHar } from '@shared/import/har';
import { BodyStore } from '../bodies/body-store';
import { testingReferences } from '../secrets/testing-references';
import { toHar } from './har';
import { keepExchange } from './keep-exchange';
import { forward, lookUp, textBody } from './testing-exchanges';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let bodies: BodyStore;
beforeEach(async () => {
  bodies = new BodyStore({ directory: folder });
});
afterEach(async () => {
  await bodies.close();
});

const harSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        time: z.number(),
        timings: z.record(z.string(), z.number()),
        request: z.object({ cookies: z.array(z.unknown()) }),
        response: z.object({
          ...{ cookies: z.array(z.unknown()), redirectURL: z.string() },
          content: z.record(z.string(), z.unknown()),
        }),
      }),
    ),
  }),
});

async function exported(changes: (exchange: Exchange) => Partial<Exchange>) {
  const { exchange, sentAs } = lookUp();
  const kept = await keepExchange({ ...exchange, ...changes(exchange) }, sentAs, {
    bodies,
    secrets: testingReferences(),
  });
  const text = toHar([kept], '1.2.3');
  const entry = harSchema.parse(JSON.parse(text)).log.entries[0];
  if (!entry) throw new Error('no entry');
  return { text, entry };
}

/** Adds up timings the way HAR 1.2 does: without TLS, which is part of `connect`. */
function sum(timings: Readonly<Record<string, number>>): number {
  return Object.entries(timings).reduce(
    (all, [name, ms]) => (name === 'ssl' ? all : all + Math.max(0, ms)),
    0,
  );
}

describe('an exchange as HAR', () => {
  it('has no secret of a URL, and says so', async () => {
    const { text } = await exported(({ request }) => ({
      request: {
        ...request,
        url: 'https://api.example/pay?api_key=CANARY-1&page=2',
        headers: [...request.headers, ['x-vault-forward-url', 'https://psp.example/?sig=CANARY-2']],
      },
    }));
    expect(text).not.toContain('CANARY');
    expect(text).toContain('page=2');
    expect(text).toContain('Secrets in its URL are hidden.');
  });

  it('has the address of the service, even if a secret begins with it', async () => {
    const { exchange, sentAs } = lookUp();
    const origin = new URL(exchange.request.url).origin;
    const kept = await keepExchange(
      { ...exchange, request: { ...exchange.request, url: `${origin}/CANARY-1` } },
      { ...sentAs, secrets: [`back=${origin}; sid=CANARY-1`] },
      { bodies, secrets: testingReferences() },
    );
    expect(kept.record.request.url).toBe(`${origin}/${MASKED}`);
    expect(kept.record.profile.baseUrl.startsWith(origin)).toBe(true);
    expect(toHar([kept], '1.2.3')).not.toContain('CANARY');
  });

  it('includes TLS in connect, and its parts add up to the total', async () => {
    const timings = {
      dnsMs: 3,
      connectMs: 20,
      tlsMs: 30,
      firstByteMs: 40,
      downloadMs: 5,
      totalMs: 103,
    };
    const { entry } = await exported(() => ({ timings }));
    expect(entry.timings).toEqual({
      blocked: 5,
      dns: 3,
      connect: 50,
      ssl: 30,
      send: 0,
      wait: 40,
      receive: 5,
    });
    expect(entry.time).toBe(103);
    expect(sum(entry.timings)).toBe(103);
  });

  it('counts no skipped phases on an open connection', async () => {
    const timings = {
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: 40,
      downloadMs: 5,
      totalMs: 45,
    };
    const { entry } = await exported(() => ({ timings }));
    expect(entry.timings).toMatchObject({ dns: -1, connect: -1, ssl: -1, blocked: 0 });
    expect(sum(entry.timings)).toBe(entry.time);
  });

  it('counts the wait if no answer came', async () => {
    const { entry } = await exported(() => ({
      response: null,
      outcome: { kind: 'failed', failure: 'total-timeout', detail: '', mayHaveArrived: true },
      timings: { dnsMs: 1, connectMs: 2, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 1_000 },
    }));
    expect(entry.timings).toMatchObject({ wait: 997, blocked: 0, ssl: -1 });
    expect(entry.time).toBe(1_000);
  });

  it.each([
    ['a body of which the history keeps the beginning', 'x'.repeat(1_000_001), true],
    ['a body that broke off', '{"amount":1', false],
  ])('says that %s is not all there is', async (_what, text, complete) => {
    const writer = bodies.receive();
    await writer.write(Buffer.from(text));
    const bodyId = await writer.finish({ complete });
    const body = { kind: 'stored', bodyId, bytes: text.length, encoding: 'utf-8', complete } as const;
    const { entry } = await exported(({ response }) => ({ response: response && { ...response, body } }));
    const { content } = entry.response;
    expect(content).toEqual({
      size: text.length,
      mimeType: 'application/json',
      text: text.slice(0, 1_000_000),
      _truncated: true,
      comment: complete ? 'Only the first 1000000 of 1000001 bytes were kept.' : 'It did not arrive in full.',
    });
  });

  it('says of a whole body only that something in it is hidden', async () => {
    const contentOf = async (text: string) =>
      (await exported(({ response }) => ({ response: response && { ...response, body: textBody(text) } })))
        .entry.response.content;
    expect(await contentOf('{"amount":1}')).toEqual({
      ...{ size: 12, mimeType: 'application/json', text: '{"amount":1}' },
    });
    expect(await contentOf('{"number":"4111111111111111"}')).toEqual({
      ...{ size: 41, mimeType: 'application/json', text: '{"number":"411111••••••1111"}' },
      comment: 'Card data and secrets in it are hidden.',
    });
  });

  it('of a request of which only a part was kept is refused by the import', async () => {
    const { exchange, sentAs } = forward('{"amount":1}');
    const kept = await keepExchange(exchange, sentAs, { bodies, secrets: testingReferences() });
    const { record } = kept;
    const importOf = (body: typeof record.request.body) =>
      importHar(toHar([{ ...kept, record: { ...record, request: { ...record.request, body } } }], '1.2.3'));
    const { body } = record.request;
    if (body.kind === 'none') throw new Error('it has a body');
    expect(importOf(body)).toMatchObject({ value: [{ imported: { ok: true } }] });
    expect(importOf({ ...body, bytes: 16_000_001 })).toMatchObject({
      value: [{ imported: { ok: false, problem: { meaning: 'The file has only a part of its body.' } } }],
    });
  });

  it('states the target of a redirect and that there were cookies, but not their values', async () => {
    const { entry, text } = await exported(({ request, response }) => ({
      request: { ...request, headers: [...request.headers, ['Cookie', 'sid=CANARY-1']] },
      response: response && {
        ...response,
        status: 302,
        headers: [
          ['Location', 'https://elsewhere.example/next'],
          ['Set-Cookie', 'sid=CANARY-2; Path=/'],
          ['Set-Cookie', 'theme=CANARY-3'],
        ],
      },
    }));
    expect(entry.response.redirectURL).toBe('https://elsewhere.example/next');
    expect(entry.request.cookies).toHaveLength(1);
    expect(entry.response.cookies).toHaveLength(2);
    expect(entry.response.cookies[0]).toMatchObject({ name: MASKED, value: MASKED });
    expect(text).not.toContain('CANARY');
  });
});
