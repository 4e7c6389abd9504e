import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutIds } from '@shared/testing/without-ids';
import type { Body, Exchange, Outcome } from '@shared/http/exchange';
import { putSecurityCodes } from '@shared/cards/security-codes';
import { importHar } from '@shared/import/har';
import type { RequestSpec } from '@shared/requests/request-spec';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { BodyStore } from '../bodies/body-store';
import { toHar } from './har';
import { keepExchange } from './keep-exchange';
import { KEPT_REQUEST_BYTES, KEPT_RESPONSE_BYTES, recordSchema, type KeptExchange } from './record';
import { notKept, restoreExchange } from './restore-exchange';
import type { SecretReferences } from '../secrets/references';
import { testingReferences } from '../secrets/testing-references';
import { forward, lookUp, textBody, type TestingExchange } from './testing-exchanges';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let bodies: BodyStore;
let secrets: SecretReferences;
beforeEach(async () => {
  bodies = new BodyStore({ directory: folder });
  secrets = testingReferences();
});
afterEach(async () => {
  await bodies.close();
});

function keep({ exchange, sentAs }: TestingExchange): Promise<KeptExchange> {
  return keepExchange(exchange, sentAs, { bodies, secrets });
}

/** Everything that is written, as one text. */
function written({ record, requestBody, responseBody }: KeptExchange): string {
  return (
    JSON.stringify(record) +
    (requestBody?.toString('latin1') ?? '') +
    (responseBody?.toString('latin1') ?? '')
  );
}

function withBody(body: Body): TestingExchange {
  const { exchange, sentAs } = lookUp();
  const { response } = exchange;
  return { exchange: { ...exchange, response: response && { ...response, body } }, sentAs };
}

describe('what is kept', () => {
  it('masks the composed request like the sent one', async () => {
    const { exchange, sentAs } = lookUp();
    const body = '{"number":"4111111111111111","key":"CANARY-SECRET","order":"${order}"}';
    const headers = [{ name: 'x-note', value: 'CANARY-SECRET ${order}', secret: false }];
    const composed = { ...sentAs.request, headers, body };
    const kept = await keep({ exchange, sentAs: { ...sentAs, composed, secrets: ['CANARY-SECRET'] } });
    expect(kept.record.composed?.body).toContain('${order}');
    expect(kept.record.composed?.headers[0]?.value).toContain('${order}');
    expect(written(kept)).not.toMatch(/4111111111111111|CANARY/);
  });

  it('masks the path and query of a free request', async () => {
    const { exchange, sentAs } = lookUp();
    const request: RequestSpec = {
      version: 1,
      operation: 'free',
      target: { method: 'GET', path: '/cards/4111111111111111/CANARY-SECRET' },
      pathParameters: { cvc: '987' },
      query: [
        ['cvv', '987'],
        ['page', '987'],
      ],
      headers: [],
      body: null,
    };
    const { url } = exchange.request;
    const asked = { ...exchange.request, url: `${url}/4111111111111111/CANARY-SECRET?cvv=987&page=987` };
    const kept = await keep({
      exchange: { ...exchange, operation: 'free', request: asked },
      sentAs: { ...sentAs, request, secrets: ['CANARY-SECRET'] },
    });
    expect(written(kept)).not.toMatch(/4111111111111111|CANARY/);
    expect(kept.record.asked.query).toEqual([
      ['cvv', '•••'],
      ['page', '987'],
    ]);
    expect(kept.record.asked.pathParameters).toEqual({ cvc: '•••' });
    // The masked request must not be sent again as if it were the same one.
    expect(kept.record.unrepeatable).not.toBeNull();
  });

  it('includes whether the answer was checked, unknown in older records', async () => {
    const { exchange, sentAs } = lookUp();
    const check = { kind: 'not-checked', why: 'took-too-long' } as const;
    const kept = await keep({ exchange: { ...exchange, check }, sentAs });
    expect((await restoreExchange(kept, bodies)).check).toEqual(check);
    const older = recordSchema.parse({ ...kept.record, check: undefined });
    expect((await restoreExchange({ ...kept, record: older }, bodies)).check).toEqual({
      kind: 'not-checked',
      why: 'not-known',
    });
  });

  it('says that a masked answer is masked', async () => {
    const text = '{"you":"••••••••"}';
    const body = { kind: 'text', text, bytes: text.length, bodyId: null, masked: true } as const;
    const kept = await keep(withBody(body));
    expect(notKept(kept.record)).toEqual([expect.stringContaining('in the response’s body are masked here')]);
  });

  it('is the exchange unchanged if there is nothing to hide', async () => {
    const { exchange, sentAs } = forward('{"number":"{{CARD_NUMBER_1}}"}');
    const kept = await keep({ exchange, sentAs });
    expect(await restoreExchange(kept, bodies)).toEqual(exchange);
    expect(notKept(kept.record)).toEqual([]);
    expect(kept.record.unrepeatable).toBeNull();
    expect(kept.requestBody?.toString()).toBe(sentAs.request.body);
    expect(kept.record.asked).toEqual({ ...sentAs.request, body: null });
  });

  it('says how large the request was when it was sent, although masking changes its length', async () => {
    const { exchange, sentAs } = forward('{"cvv":"987","note":"é"}');
    const kept = await keep({ exchange, sentAs });
    const { body } = (await restoreExchange(kept, bodies)).request;
    expect(body).toMatchObject({ text: '{"cvv":"•••","note":"é"}', bytes: 31, sentBytes: 25 });
  });

  it('never contains a secret header’s value, wherever it is repeated', async () => {
    const secret = fc
      .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
      .filter((text) => text.trim() === text && !/^[\w-]+ /.test(text) && !/["\\]/.test(text));
    await fc.assert(
      fc.asyncProperty(secret, fc.constantFrom('', 'Bearer ', 'Basic '), async (value, scheme) => {
        const { exchange, sentAs } = forward('{}', [
          ['x-vault-forward-header-authorization', scheme + value],
          ['x-vault-forward-header-x-own', value],
        ]);
        const { response } = exchange;
        const echo = textBody(JSON.stringify({ you: { sent: scheme + value } }));
        const kept = await keep({
          exchange: {
            ...exchange,
            response: response && {
              ...response,
              statusText: value,
              headers: [['x-echo', value]],
              body: echo,
            },
            outcome: { kind: 'failed', failure: 'reset', detail: value, mayHaveArrived: true },
          },
          sentAs: {
            ...sentAs,
            request: {
              ...sentAs.request,
              headers: sentAs.request.headers.map((header) =>
                header.name === 'x-vault-forward-header-x-own' ? { ...header, secret: true } : header,
              ),
            },
          },
        });
        expect(written(kept)).not.toContain(value);
        const { headers } = kept.record.asked;
        expect(headers.filter((header) => secretIdOf(header.value) !== null)).toHaveLength(2);
        expect(secrets.readInMemory(secretIdOf(headers[3]?.value ?? '') ?? '')).toBe(scheme + value);
      }),
      { numRuns: 60 },
    );
  });

  it('contains no secret in any part written by others, and keeps the app’s words', async () => {
    const secret = 'answered';
    const note = {
      code: 'a',
      title: secret,
      meaning: secret,
      nextStep: secret,
      field: secret,
      detail: secret,
    };
    const finding = { pointer: secret, message: secret, value: secret, expected: secret };
    const { exchange, sentAs } = lookUp();
    const { profile, request, response } = exchange;
    const pair = [[secret, secret]] as const;
    const written: Exchange = {
      ...exchange,
      profile: {
        ...profile,
        name: secret,
        baseUrl: secret,
        merchantAccountId: secret,
        merchantHeader: secret,
      },
      request: { ...request, method: secret, url: secret, headers: pair },
      response: response && {
        ...response,
        statusText: secret,
        headers: pair,
        tls: { protocol: 'TLSv1.3', cipher: 'a', subject: secret, issuer: secret, validTo: 'b' },
      },
      findings: [{ ...finding, rule: 'type', severity: 'error' }],
      retries: [{ startedAt: exchange.startedAt, reason: secret, waitedMs: 1 }],
      notes: [note],
      purpose: 'connection-test',
      load: { pages: 1, rows: 2 },
    };
    const outcomes: Outcome[] = [
      { kind: 'answered' },
      { kind: 'cancelled', mayHaveArrived: true, why: secret },
      { kind: 'unanswered', why: 'app-ended', mayHaveArrived: true },
      { kind: 'failed', failure: 'reset', detail: secret, mayHaveArrived: true },
    ];
    for (const outcome of outcomes) {
      const { record } = await keep({
        exchange: { ...written, outcome },
        sentAs: { ...sentAs, secrets: [secret] },
      });
      expect(JSON.stringify({ ...record, outcome: { ...record.outcome, kind: '' } })).not.toContain(secret);
      expect(record.outcome.kind).toBe(outcome.kind);
      expect(recordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    }
  });

  it('is refused if a secret would be written', async () => {
    const { exchange, sentAs } = lookUp();
    const headers = [{ name: 'x-own', value: 'CANARY', secret: true }];
    const known: Pick<SecretReferences, 'keep'> = { keep: (value) => value };
    const kept = keepExchange(
      exchange,
      { ...sentAs, request: { ...sentAs.request, headers } },
      { bodies, secrets: known },
    );
    await expect(kept).rejects.toThrow('a secret is written out');
  });

  it('masks card numbers in every part, and says what cannot be sent again', async () => {
    const number = '4111111111111111';
    const inBody = await keep(forward(`{"number":"${number}"}`));
    const inHeader = await keep(forward('{}', [['x-vault-forward-header-x-note', number]]));
    const { exchange, sentAs } = lookUp();
    const inQuery = await keep({
      exchange,
      sentAs: { ...sentAs, request: { ...sentAs.request, query: [['q', number]] } },
    });
    const inAnswer = await keep(withBody(textBody(`{"pan":"${number}"}`)));
    for (const kept of [inBody, inHeader, inQuery, inAnswer]) expect(written(kept)).not.toContain(number);
    const why = [inBody, inHeader, inQuery, inAnswer].map(({ record }) => record.unrepeatable);
    expect(why).toEqual(['card-number', 'card-number', 'card-number', null]);
    expect(notKept(inBody.record)).toEqual([
      'Card data and secrets that the app recognized in the request’s body are masked here: the history never keeps those, and keeps the rest as it was. A password or key typed into it is part of the rest, unless a secret header has the same.',
    ]);
    expect(notKept(inAnswer.record)).toEqual([
      'Card data and secrets that the app recognized in the response’s body are masked here: the history never keeps those, and keeps the rest as it was. Card data is in the live answer alone.',
    ]);
  });

  it('never contains a security code, and says that it is needed to send again', async () => {
    const body = '{"number":"{{CARD_NUMBER_1}}","cvv":"987","again":{"cvc":9876}}';
    const kept = await keep(forward(body));
    const inUrl = await keep(forward('{}', [['x-vault-forward-url', 'https://psp.example/?cvv=987']]));
    const inAnswer = await keep(withBody(textBody('{"you":{"security_code":"987"}}')));
    for (const one of [kept, inUrl, inAnswer]) expect(withoutIds(written(one))).not.toMatch(/987/);
    expect([kept, inUrl, inAnswer].map(({ record }) => record.unrepeatable)).toEqual([
      'security-code',
      'secret',
      null,
    ]);
    expect(putSecurityCodes(kept.requestBody?.toString() ?? '', ['987', '9876'])).toBe(body);
    const withCard = await keep(forward('{"number":"4111111111111111","cvv":"987"}'));
    expect(written(withCard)).not.toMatch(/"987"/);
    expect(withCard.record.unrepeatable).toBe('card-number');
  });

  it('contains the security codes of the Local sandbox’s test cards', async () => {
    const { exchange, sentAs } = forward('{"cvv":"987"}');
    const profile = { ...exchange.profile, environment: 'local' as const };
    const kept = await keep({ exchange: { ...exchange, profile }, sentAs });
    expect(kept.requestBody?.toString()).toBe('{"cvv":"987"}');
    expect(kept.record.unrepeatable).toBeNull();
  });

  it('masks card numbers in binary data', async () => {
    const bytes = Buffer.concat([Buffer.of(0xff, 0xfe, 0), Buffer.from('4111111111111111'), Buffer.of(0x80)]);
    const bodyId = await bodies.keep(bytes);
    const kept = await keep(
      withBody({ kind: 'stored', bodyId, bytes: bytes.length, encoding: 'binary', complete: true }),
    );
    expect(kept.responseBody?.toString('latin1')).toBe('\u00ff\u00fe\u0000411111******1111\u0080');
  });

  it('is the beginning of a large response, cut between characters, and says so', async () => {
    const text = 'a' + 'é'.repeat(KEPT_RESPONSE_BYTES);
    const bodyId = await bodies.keep(Buffer.from(text));
    const bytes = Buffer.byteLength(text);
    const kept = await keep(withBody({ kind: 'stored', bodyId, bytes, encoding: 'utf-8', complete: true }));
    expect(kept.responseBody?.length).toBe(KEPT_RESPONSE_BYTES - 1);
    expect(text.startsWith(kept.responseBody?.toString('utf8') ?? '?')).toBe(true);
    expect(notKept(kept.record)).toEqual(['The first 1.0 MB of 2.0 MB of the response’s body are kept.']);
    const restored = await restoreExchange(kept, bodies);
    expect(restored.response?.body).toMatchObject({ kind: 'stored', complete: false });
  });

  it.each(['Gone', null])(
    'includes an API error whose body is not kept whole, without card numbers: %j',
    async (message) => {
      const bytes = Buffer.from('x'.repeat(KEPT_RESPONSE_BYTES + 1));
      const bodyId = await bodies.keep(bytes);
      const stored = {
        kind: 'stored',
        bodyId,
        bytes: bytes.length,
        encoding: 'utf-8',
        complete: true,
      } as const;
      const detail = { location: 'body', pointer: '/a', message: '4111111111111111', type: 't' };
      const error = { code: 'not_found', status: 404, message, details: [detail] };
      const kept = await keep(withBody({ ...stored, error }));
      const restored = await restoreExchange(kept, bodies);
      const masked = { ...error, details: [{ ...detail, message: '411111••••••1111' }] };
      expect(restored.response?.body).toMatchObject({ kind: 'stored', error: masked });
      expect(JSON.stringify(kept.record)).not.toContain('4111111111111111');
    },
  );

  it('includes a request only up to a limit, beyond which it cannot be replayed', async () => {
    const kept = await keep(forward(JSON.stringify('x'.repeat(KEPT_REQUEST_BYTES))));
    expect(kept.requestBody?.length).toBe(KEPT_REQUEST_BYTES);
    expect(kept.record.unrepeatable).toBe('too-large');
  });

  it('has the same bodies when it is opened again, because a screen may still show them', async () => {
    const bytes = Buffer.from([0, 255, 1]);
    const bodyId = await bodies.keep(bytes);
    const kept = await keep(
      withBody({ kind: 'stored', bodyId, bytes: 3, encoding: 'binary', complete: true }),
    );
    const first = (await restoreExchange(kept, bodies)).response?.body;
    const second = (await restoreExchange(kept, bodies)).response?.body;
    expect(first?.kind === 'stored' && (await bodies.read(first.bodyId, 0, 9))?.equals(bytes)).toBe(true);
    expect(second).toEqual(first);
  });
});

describe('a HAR file', () => {
  it('can be imported again, contains no secret, and encodes binary bodies', async () => {
    const one = await keep(
      forward('{"a":"ü"}', [['x-vault-forward-header-authorization', 'Bearer CANARY-SECRET']]),
    );
    const bytes = Buffer.from([0, 255, 1]);
    const bodyId = await bodies.keep(bytes);
    const other = await keep(
      withBody({ kind: 'stored', bodyId, bytes: 3, encoding: 'binary', complete: true }),
    );
    const text = toHar([one, other], '1.2.3');
    expect(text).not.toContain('CANARY');
    const imported = importHar(text);
    if (!imported.ok) throw new Error(imported.problem.title);
    expect(imported.value.map(({ method, url, status }) => [method, new URL(url).pathname, status])).toEqual([
      ['POST', '/vault-forward', 200],
      ['GET', new URL(other.record.request.url).pathname, 200],
    ]);
    const [first] = imported.value;
    expect(first?.imported).toMatchObject({ ok: true, value: { request: { body: '{"a":"ü"}' } } });
    expect(JSON.parse(text).log.entries[1].response.content).toMatchObject({
      encoding: 'base64',
      text: bytes.toString('base64'),
    });
  });
});
