import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow } from '@shared/vault-forward/drafts.fixture';
import { lossesIn } from './losses-in.fixture';
import { charge, sendingWorld } from './sending-world.fixture';
import { MAX_AT_ONCE, UnsettledSends } from './unsettled-sends';

const world = sendingWorld();
const { answer, restart, loseOne } = lossesIn(world);

/** The same charge as another tool writes it: header names in capitals, and its own headers. */
function imported(request = charge()): RequestSpec {
  const headers = request.headers.map((header) => ({ ...header, name: header.name.toUpperCase() }));
  const own = { name: 'user-agent', value: 'curl/8.5.0', secret: false };
  return { ...request, headers: [...headers, own].reverse() };
}

const to = (destinationUrl: string): RequestSpec =>
  requestOfDraft(draftWith({ destinationUrl, body: charge().body ?? '' }));

describe('a request with the content of an unsettled send but other headers', () => {
  it('is asked about as another version, in this run and after a restart', async () => {
    await loseOne();
    for (const next of [() => undefined, restart]) {
      await next();
      answer(false);
      expect(await world.app.submit(imported(), world.profile())).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([
        { title: 'Send it again, changed?', reasons: ['draft-unknown'] },
      ]);
    }
  });

  it('counts as out in `isOut` before it is sent, unlike other content, and one that cannot be sent is refused', async () => {
    const isOut = (request: RequestSpec): Promise<boolean> => {
      const order = { id: randomUUID(), request, composedUnder: null, replayOf: null, variables: new Map() };
      const signal = new AbortController().signal;
      return world.app.sender.isOut({ ...order, profile: world.profile() }, { callId: order.id, signal });
    };
    expect(await isOut(imported())).toBe(false);
    await loseOne();
    for (const next of [() => undefined, restart]) {
      await next();
      const spread = charge(charge().body?.replaceAll(':', ' : '));
      expect(await Promise.all([isOut(charge()), isOut(imported(spread))])).toEqual([true, true]);
      expect(await isOut(charge('{"number":"{{CARD_NUMBER_1}}","amount":2}'))).toBe(false);
      await expect(isOut(charge('{"cvv":"•••"}'))).rejects.toBeInstanceOf(ProblemError);
    }
    expect(world.app.questions).toEqual([]);
  });

  it('is asked about however many other sends are unsettled', async () => {
    await loseOne();
    const sql = `INSERT INTO unsettled_sends (mark, exchange_id, started_at) VALUES (?, ?, '2027-01-01T00:00:00.000Z')`;
    for (let n = 0; n < MAX_AT_ONCE; n += 1)
      await world.testing.database.execute({ sql, values: [`another ${n}`, `exchange ${n}`] });
    await restart();
    await world.app.submit(imported(), world.profile());
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });

  it('is compared by the values that were sent, not by the variables', async () => {
    const withTime = charge('{"number":"{{CARD_NUMBER_1}}","at":"${timestamp}"}');
    await loseOne(withTime);
    const [sent] = world.app.noted;
    const body = sent?.sentAs.request.body ?? '';
    expect(body).not.toContain('timestamp');
    await restart();
    await world.app.submit(imported(charge(body)), world.profile());
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });

  const IDS = ['7a3e1d52-0000-4000-8000-000000000001', '7a3e1d52-0000-4000-8000-000000000002'];
  const draft = {
    destinationUrl: 'http://127.0.0.1:9/charge',
    paymentMethods: IDS,
    body: '{"n":"a/b","x":1.5}',
  };
  const withHeader = (name: string, value: string): RequestSpec => {
    const request = requestOfDraft(draftWith(draft));
    const headers = request.headers.map((one) => (one.name === name ? { ...one, value } : one));
    return { ...request, headers };
  };
  it.each([
    ['the scheme in capitals', withHeader('x-vault-forward-url', 'HTTP://127.0.0.1:9/charge')],
    ['a fragment', withHeader('x-vault-forward-url', 'http://127.0.0.1:9/charge#part')],
    ['another name of this computer', withHeader('x-vault-forward-url', 'http://localhost:9/charge')],
    ['the method in lower case', withHeader('x-vault-forward-http-method', 'post')],
    ['a slash at the end of the path', withHeader('x-vault-forward-url', 'http://127.0.0.1:9/charge/')],
    ['two slashes in the path', withHeader('x-vault-forward-url', 'http://127.0.0.1:9//charge')],
    ['capitals in the path', withHeader('x-vault-forward-url', 'http://127.0.0.1:9/Charge')],
    ['an escaped letter in the path', withHeader('x-vault-forward-url', 'http://127.0.0.1:9/%63harge')],
    ['an empty query', withHeader('x-vault-forward-url', 'http://127.0.0.1:9/charge?')],
    [
      'its payment methods in capitals',
      withHeader('x-vault-forward-payment-methods', IDS.join(',').toUpperCase()),
    ],
    ['escapes in the body', requestOfDraft(draftWith({ ...draft, body: '{"n":"a\\/\\u0062","x":1.5}' }))],
    ['its keys in another order', requestOfDraft(draftWith({ ...draft, body: '{"x":1.5,"n":"a/b"}' }))],
    ['a number in other notation', requestOfDraft(draftWith({ ...draft, body: '{"n":"a/b","x":1.50e0}' }))],
  ])('is asked about if it has %s', async (_what, request) => {
    await loseOne(requestOfDraft(draftWith(draft)));
    await restart();
    answer(false);
    expect(await world.app.submit(request, world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });

  it('is asked about if its query is in another order, or otherwise escaped', async () => {
    await loseOne(to('http://127.0.0.1:9/charge?a=1+2&b=2'));
    answer(false);
    const again = to('http://127.0.0.1:9/charge?b=%32&a=1%202');
    expect(await world.app.submit(again, world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
    await world.app.submit(to('http://127.0.0.1:9/charge?a=2&b=1+2'), world.profile());
    expect(world.app.questions).toHaveLength(1);
  });

  const FORM = 'application/x-www-form-urlencoded';
  const typed = (type: string, body: string): RequestSpec =>
    requestOfDraft(draftWith({ ...draft, headers: [headerRow('content-type', type)], body }));
  const multipart = (boundary: string, ref: string): RequestSpec => {
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="ref"\r\n\r\n${ref}\r\n--${boundary}--\r\n`;
    return typed(`multipart/form-data; boundary=${boundary}`, part);
  };
  it.each([
    {
      what: 'a form in another order',
      request: typed(FORM, 'n=1&ref=a+b&ref=c'),
      again: typed(FORM, 'ref=a%20b&n=%31&ref=c&\r\n'),
      other: typed(FORM, 'n=1&ref=c&ref=a+b'),
    },
    {
      what: 'a form with spaces in another order',
      request: typed(FORM, 'n={{CARD_NUMBER_1}}&text=My first charge'),
      again: typed(FORM, 'text=My first charge&n={{CARD_NUMBER_1}}'),
      other: typed(FORM, 'n={{CARD_NUMBER_2}}&text=My first charge'),
    },
    {
      what: 'JSON with its placeholders spelled differently',
      request: typed('application/json', '{"n":"{{CARD_NUMBER_1}}"}'),
      again: typed('application/json', '{"n":"{{ card_number_1 }}"}'),
      other: typed('application/json', '{"n":"{{CARD_NUMBER_2}}"}'),
    },
    {
      what: 'JSON with placeholders of several names spelled differently',
      request: typed('application/json', '{"n":"{{CARD_NETWORK_TOKEN_1 or CARD_NUMBER_1}}"}'),
      again: typed('application/json', '{"n":"{{ card_network_token_1  or CARD_NUMBER_1 }}"}'),
      other: typed('application/json', '{"n":"{{CARD_NETWORK_TOKEN_1 or CARD_NUMBER_2}}"}'),
    },
    {
      what: 'XML in another layout',
      request: typed('application/xml', '<pay><a b="1"/><ref>r 1</ref></pay>'),
      again: typed('text/xml', '<pay>\n  <a b="1"/>\n  <ref>r 1</ref>\n</pay>\n'),
      other: typed('application/xml', '<pay><a b="1"/><ref>r1</ref></pay>'),
    },
    {
      what: 'a multipart form with another boundary',
      request: multipart('AaB03x', '1'),
      again: multipart('----formdata-undici-07', '1'),
      other: multipart('AaB03x', '2'),
    },
  ])('is asked about if its body is $what', async ({ request, again, other }) => {
    await loseOne(request);
    answer(false);
    expect(await world.app.submit(again, world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
    await world.app.submit(other, world.profile());
    expect(world.app.questions).toHaveLength(1);
  });

  it('is asked about under a profile that uses another name of the same computer', async () => {
    await loseOne();
    answer(false);
    const baseUrl = world.server.url.replace('127.0.0.1', 'localhost');
    expect(await world.app.submit(charge(), world.profile({ baseUrl }))).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ reasons: ['draft-unknown'] }]);
  });

  it.each([
    ['another body', charge('{"number":"{{CARD_NUMBER_1}}","amount":2}'), {}],
    ['another address', to('http://127.0.0.1:9/refund'), {}],
    ['another merchant', charge(), { merchantAccountId: 'another' }],
  ])('is not asked about with %s', async (_what, request, profile) => {
    await loseOne();
    await restart();
    await world.app.submit(imported(request), world.profile(profile));
    expect(world.app.questions).toEqual([]);
  });

  it('is not asked about with other payment methods', async () => {
    const [one = '', other = ''] = [crypto.randomUUID(), crypto.randomUUID()];
    const of = (id: string): RequestSpec =>
      requestOfDraft(
        draftWith({ destinationUrl: 'http://127.0.0.1:9/charge', paymentMethods: [id], body: '{}' }),
      );
    await loseOne(of(one));
    await world.app.submit(imported(of(other)), world.profile());
    expect(world.app.questions).toEqual([]);
    await world.app.submit(imported(of(one)), world.profile());
    expect(world.app.questions).toHaveLength(1);
  });

  it('is no longer asked about once one with that content was carried out, unless it is the very same request', async () => {
    await loseOne();
    answer(true);
    expect(await world.app.submit(imported(), world.profile())).toMatchObject({ kind: 'sent' });
    expect(world.app.questions).toHaveLength(1);
    const third = requestOfDraft(
      draftWith({
        destinationUrl: 'http://127.0.0.1:9/charge',
        headers: [headerRow('x-a-third', '3')],
        body: charge().body ?? '',
      }),
    );
    for (const next of [() => undefined, restart]) {
      await next();
      const before = world.app.questions.length;
      await world.app.submit(third, world.profile());
      expect(world.app.questions).toHaveLength(before);
      answer(false);
      expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
      expect(world.app.questions.at(-1)).toMatchObject({ reasons: ['unknown-outcome'] });
    }
  });

  it('is asked about if the clock was set back after one with that content was carried out', async () => {
    const run = new UnsettledSends(world.testing.database);
    const out = { draftId: null, destinationMark: null, contentMarks: ['content'], succeeded: false };
    const send = (exchangeId: string, second: number) => ({
      exchangeId,
      startedAt: `2026-11-24T10:00:0${second}.000Z`,
      profileName: 'A profile',
    });
    run.note({ ...out, mark: 'the first', isKnown: true, succeeded: true }, send('first', 5));
    run.note({ ...out, mark: 'the second', isKnown: false }, send('second', 1));
    const marks = { mark: 'the third', earlierMarks: [], contentMarks: ['content'] };
    expect((await run.find(marks)).ofDraft).toEqual([send('second', 1)]);
  });
});
