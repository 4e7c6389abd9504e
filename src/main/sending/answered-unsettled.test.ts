import { describe, expect, it } from 'vitest';
import { errorObject } from '@contract';
import { FREE_REQUEST } from '@shared/requests/operation-key';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { charge, CREATED, sendingWorld } from './sending-world.fixture';

const world = sendingWorld();
const DRAFT = '00000000-0000-4000-8000-0000000000d1';
const CHANGED = charge('{"number":"{{CARD_NUMBER_1}}","amount":2}');
const NO = { confirmed: false, checked: false };
const YES = { confirmed: true, checked: false };

function answer(status: number, body = ''): void {
  const head = `HTTP/1.1 ${status} Whatever\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  world.onRequest = (socket) => void socket.end(head + body);
}

const serviceError = (status: 400 | 409 | 500 | 502 | 504, message?: string): string =>
  JSON.stringify(errorObject(status, message === undefined ? {} : { message }));

const titles = (): readonly string[] => world.app.questions.map(({ title }) => title);

async function restart(): Promise<void> {
  await world.testing.reopen();
  world.start();
}

/** A request from the API screen. */
const order: RequestSpec = {
  version: 1,
  operation: FREE_REQUEST,
  target: { method: 'POST', path: '/orders' },
  pathParameters: {},
  query: [],
  headers: [],
  body: '{"a":1}',
};

describe('a send whose answer leaves its outcome open', () => {
  it('is asked about before it is sent again, even after a restart, until it is carried out', async () => {
    answer(504, serviceError(504));
    await world.app.submit(charge(), world.profile());
    expect(titles()).toEqual([]);
    world.app.answer = NO;
    expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ title: 'Send it again?', reasons: ['unknown-outcome'] }]);
    expect(world.app.questions[0]?.lead).toEqual([
      expect.stringMatching(
        /^The same request went out under the profile A profile on \d.*, was answered 504, and may still have been carried out\. Another one may/,
      ),
    ]);
    await restart();
    world.app.answer = NO;
    expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
    expect(titles()).toEqual(['Send it again?']);
    world.app.answer = YES;
    answer(400, serviceError(400));
    await world.app.submit(charge(), world.profile());
    world.onRequest = (socket) => void socket.end(CREATED);
    await world.app.submit(charge(), world.profile());
    expect(titles()).toHaveLength(3);
    await world.app.submit(charge(), world.profile());
    await restart();
    await world.app.submit(charge(), world.profile());
    expect(titles()).toEqual([]);
  });

  it('is no longer asked about in this run once the same request was carried out', async () => {
    answer(504, serviceError(504));
    await world.app.submit(charge(), world.profile());
    world.onRequest = (socket) => void socket.end(CREATED);
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile());
    expect(titles()).toEqual(['Send it again?']);
  });

  it('is asked about when its draft has changed, even after a restart, and belongs to that draft’s family', async () => {
    answer(504, serviceError(504));
    const sent = await world.app.submit(charge(), world.profile(), { draftId: DRAFT });
    const id = sent.kind === 'sent' ? sent.exchange.id : '';
    for (const again of [false, true]) {
      if (again) await restart();
      world.app.answer = NO;
      expect(await world.app.submit(CHANGED, world.profile(), { draftId: DRAFT })).toEqual({
        kind: 'declined',
      });
      expect(titles()).toEqual(['Send it again, changed?']);
      expect(await world.app.sender.familyOf(id)).toBe(DRAFT);
    }
  });

  it.each([
    ['the service’s own 500', 500, serviceError(500)],
    ['the service’s own 502', 502, serviceError(502)],
    ['a gateway’s 504, not in the service’s form', 504, '<html>'],
    ['a gateway’s 502', 502, ''],
    ['a 408', 408, ''],
  ])('was answered with %s', async (_what, status, body) => {
    answer(status, body);
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile());
    expect(titles()).toEqual(['Send it again?']);
  });

  it('had a truncated answer, even with a success status', async () => {
    world.onRequest = (socket) => void socket.end(CREATED.slice(0, -1));
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions).toMatchObject([
      { title: 'Send it again?', lead: [expect.stringContaining('it is not known whether it took effect')] },
    ]);
  });

  it('may be a POST from the API screen', async () => {
    answer(504);
    await world.app.submit(order, world.profile(), { draftId: DRAFT });
    await world.app.submit(order, world.profile(), { draftId: DRAFT });
    expect(titles()).toEqual(['Send it again?']);
  });
});

describe('a send whose answer settles its outcome', () => {
  it.each([
    ['it was refused', 400, serviceError(400)],
    ['there is one already', 409, serviceError(409)],
    [
      'the destination refused the connection',
      502,
      serviceError(502, 'The destination refused the connection.'),
    ],
    ['the destination says itself that it failed', 500, '{"status":"failed"}'],
    ['the destination is unavailable for now', 503, ''],
    ['nobody implements it', 501, ''],
  ])('is not asked about: %s', async (_what, status, body) => {
    answer(status, body);
    await world.app.submit(charge(), world.profile(), { draftId: DRAFT });
    await world.app.submit(charge(), world.profile(), { draftId: DRAFT });
    await world.app.submit(CHANGED, world.profile(), { draftId: DRAFT });
    expect(titles()).toEqual([]);
  });

  it('is not asked about if it only reads from the destination', async () => {
    answer(504, serviceError(504));
    const look = requestOfDraft(draftWith({ method: 'GET', destinationUrl: 'http://127.0.0.1:9/charges' }));
    await world.app.submit(look, world.profile(), { draftId: DRAFT });
    await world.app.submit(look, world.profile(), { draftId: DRAFT });
    await world.app.submit(CHANGED, world.profile(), { draftId: DRAFT });
    expect(titles()).toEqual([]);
  });
});
