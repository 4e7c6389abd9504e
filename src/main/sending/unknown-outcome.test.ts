import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { charge, CREATED, lose, sendingWorld, type ServiceSocket } from './sending-world.fixture';
import { testingSender } from './testing-sender';

const world = sendingWorld();

describe('an unknown outcome', () => {
  it('is asked about before the same request is sent again, even after a restart', async () => {
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions).toEqual([]);
    await world.testing.reopen();
    world.start();
    world.onRequest = (socket) => socket.end(CREATED);
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ title: 'Send it again?' }]);
    world.app.answer = { confirmed: true, checked: false };
    expect(await world.app.submit(charge(), world.profile())).toMatchObject({ kind: 'sent' });
    // The outcome is known now.
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions).toHaveLength(2);
  });

  it('is asked about under another profile of the same service, with the first profile and the time', async () => {
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile());
    world.onRequest = (socket) => socket.end(CREATED);
    const other = world.profile({ id: 'q', name: 'Another profile' });
    for (const restart of [false, true]) {
      if (restart) await world.testing.reopen();
      if (restart) world.start();
      world.app.answer = { confirmed: false, checked: false };
      expect(await world.app.submit(charge(), other)).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([{ title: 'Send it again?', reasons: ['unknown-outcome'] }]);
      expect(world.app.questions[0]?.lead).toMatchObject([
        expect.stringMatching(/^The same request went out under the profile A profile on \d.* \d\d:\d\d/),
      ]);
    }
    world.app.answer = { confirmed: true, checked: false };
    await world.app.submit(charge(), other);
    // The outcome is known now, under both profiles.
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions).toHaveLength(2);
  });

  it.each([
    ['reformatted', '{\n\t"number" : "{{CARD_NUMBER_1}}", "amount": [ 1.0 ]\n}\n'],
    ['minified', '{"number":"{{CARD_NUMBER_1}}","amount":[1.0]}'],
  ])('is asked about if its JSON was %s since', async (_how, body) => {
    world.onRequest = lose;
    await world.app.submit(charge('{"number": "{{CARD_NUMBER_1}}", "amount": [1.0]}'), world.profile());
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(body), world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ title: 'Send it again?' }]);
  });

  it.each([
    ['another number', '{"number":"{{CARD_NUMBER_1}}","amount":[1.01]}'],
    ['other spaces within a string', '{"number":"{{CARD_NUMBER_1}} ","amount":[1.0]}'],
  ])('is not asked about for a request with %s', async (_what, body) => {
    world.onRequest = lose;
    await world.app.submit(charge('{"number":"{{CARD_NUMBER_1}}","amount":[1.0]}'), world.profile());
    await world.app.submit(charge(body), world.profile());
    expect(world.app.questions).toEqual([]);
  });

  it.each([
    [
      'with a mark for each profile',
      ({ id, merchantAccountId, merchantHeader }: Profile) => [id, merchantAccountId, merchantHeader],
    ],
    [
      'whose marks depended on the layout of the body',
      ({ merchantAccountId, merchantHeader }: Profile) => [false, merchantAccountId, merchantHeader],
    ],
  ])('is asked about if noted by an earlier version, %s', async (_which, service) => {
    const request = charge('{ "number" : "{{CARD_NUMBER_1}}" }');
    const headers = request.headers.map(({ name, value }) => [name, value]);
    const url = `${world.profile().baseUrl ?? ''}/vault-forward`;
    const mark = createHash('sha256')
      .update(`${JSON.stringify([...service(world.profile()), 'POST', url, headers])}\n${request.body ?? ''}`)
      .digest('hex');
    const sql = 'INSERT INTO unsettled_sends (mark, exchange_id, started_at) VALUES (?, ?, ?)';
    await world.testing.database.execute({ sql, values: [mark, 'an exchange', '2026-11-21T09:00:00.000Z'] });
    await world.app.submit(request, world.profile());
    expect(world.app.questions.map(({ lead }) => lead)).toEqual([
      [expect.stringMatching(/^The same request went out on /)],
    ]);
    await world.app.submit(request, world.profile());
    expect(world.app.questions).toHaveLength(1);
  });

  it('is asked about with the number of sends, and the first and last time', async () => {
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile({ id: 'q', name: 'Another profile' }));
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions.at(-1)?.lead).toEqual([
      expect.stringMatching(
        /^The same request went out 3 times, first under the profile A profile on \d.* and last under the profile A profile on \d.*, and it is not known whether any of them took effect\./,
      ),
    ]);
  });

  it('is asked about as another version when its draft has changed, but not in another draft', async () => {
    const draftId = '00000000-0000-4000-8000-0000000000d1';
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile(), { draftId });
    const changed = charge('{"number":"{{CARD_NUMBER_1}}","amount":2}');
    world.app.answer = { confirmed: false, checked: false };
    for (const restart of [false, true]) {
      if (restart) await world.testing.reopen();
      if (restart) world.start();
      world.app.answer = { confirmed: false, checked: false };
      expect(await world.app.submit(changed, world.profile(), { draftId })).toEqual({ kind: 'declined' });
      expect(world.app.questions).toMatchObject([
        { title: 'Send it again, changed?', reasons: ['draft-unknown'] },
      ]);
      expect(world.app.questions[0]?.lead).toEqual([
        expect.stringMatching(
          /^Another version of this request was sent under the profile A profile on \d.*, and it is not known whether it took effect\. If this one is meant/,
        ),
      ]);
    }
    world.onRequest = (socket) => socket.end(CREATED);
    await world.app.submit(changed, world.profile(), { draftId: '00000000-0000-4000-8000-0000000000d2' });
    await world.app.submit(charge('{"another":1}'), world.profile());
    expect(world.app.questions).toHaveLength(1);
    world.app.answer = { confirmed: true, checked: false };
    await world.app.submit(changed, world.profile(), { draftId });
    // This send was carried out, as the person wanted: the draft is no longer asked about, but its first request
    // still is.
    await world.app.submit(charge('{"third":1}'), world.profile(), { draftId });
    expect(world.app.questions).toHaveLength(2);
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions.at(-1)).toMatchObject({ title: 'Send it again?' });
  });

  it.each([
    ['a GET', { method: 'GET', destinationUrl: 'http://127.0.0.1:9/charges' }],
    ['a question that is a POST', { destinationUrl: 'http://127.0.0.1:9/search' }],
    ['a charge elsewhere', { destinationUrl: 'http://127.0.0.1:8/charges' }],
    ['a PUT to the same address', { method: 'PUT', destinationUrl: 'http://127.0.0.1:9/charge' }],
  ] as const)(
    'is asked about in its draft even if %s was carried out since, and even after a restart',
    async (_what, elsewhere) => {
      const draftId = '00000000-0000-4000-8000-0000000000d1';
      world.onRequest = lose;
      await world.app.submit(charge(), world.profile(), { draftId });
      world.onRequest = (socket) => socket.end(CREATED);
      world.app.answer = { confirmed: true, checked: false };
      const sent = requestOfDraft(draftWith(elsewhere));
      expect(await world.app.submit(sent, world.profile(), { draftId })).toMatchObject({ kind: 'sent' });
      for (const restart of [false, true]) {
        if (restart) await world.testing.reopen();
        if (restart) world.start();
        world.app.answer = { confirmed: false, checked: false };
        const changed = charge('{"number":"{{CARD_NUMBER_1}}","amount":2}');
        expect(await world.app.submit(changed, world.profile(), { draftId })).toEqual({ kind: 'declined' });
        expect(world.app.questions.at(-1)).toMatchObject({ title: 'Send it again, changed?' });
      }
    },
  );

  it.each([
    ['at another address', { baseUrl: 'http://127.0.0.1:9' }],
    ['of another merchant account', { merchantAccountId: 'another' }],
    ['that is the built-in one', { environment: 'local' }],
  ] as const)('is not asked about for a service %s', async (_which, changes) => {
    world.onRequest = lose;
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile({ id: 'q', ...changes }));
    expect(world.app.questions).toEqual([]);
  });

  it.each([
    ['not sent', null],
    ['refused', 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'],
    ['a failure', 'HTTP/1.1 500 Failed\r\ncontent-length: 0\r\n\r\n'],
  ])('stays unknown if the next attempt is %s', async (_what, answer) => {
    world.onRequest = lose;
    const own = world.profile();
    await world.app.submit(charge(), own);
    if (answer === null) await world.server.close();
    else world.onRequest = (socket) => socket.end(answer);
    await world.app.submit(charge(), own);
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(), own)).toEqual({ kind: 'declined' });
    expect(world.app.questions.map(({ title }) => title)).toEqual(['Send it again?', 'Send it again?']);
  });

  it('is asked about if another process lost the same request after it was answered here', async () => {
    await world.app.submit(charge(), world.profile());
    world.onRequest = lose;
    const commandLine = testingSender(world.harness, world.testing);
    await commandLine.submit(charge(), world.profile());
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(), world.profile())).toEqual({ kind: 'declined' });
    expect(world.app.questions).toMatchObject([{ title: 'Send it again?' }]);
  });

  it.each([
    ['unknown', lose, /may not ask before the same request goes out again/],
    ['known', (socket: ServiceSocket) => void socket.end(CREATED), /if the app ends/],
  ])(
    'is reported if a send could not be recorded and is %s, and asked about in this run if unknown',
    async (what, answer, words) => {
      const journal = { note: () => Promise.resolve(false) };
      world.start({ journal });
      world.onRequest = answer;
      const sent = await world.app.submit(charge(), world.profile());
      const notes = sent.kind === 'sent' ? sent.exchange.notes : [];
      expect(notes).toMatchObject([{ code: 'send-not-recorded' }]);
      expect(notes?.[0]?.meaning).toMatch(words);
      await world.app.submit(charge(), world.profile());
      expect(world.app.questions).toHaveLength(what === 'unknown' ? 1 : 0);
    },
  );

  it('is possible while a send is under way, under its own profile, until it is answered', async () => {
    let answer = (): void => undefined;
    world.onRequest = (socket) => (answer = () => void socket.end(CREATED));
    const { sender } = world.app;
    const sending = world.app.submit(charge(), world.profile());
    await expect.poll(() => world.server.received.join('')).toContain('CARD_NUMBER_1');
    const { sends, settled } = sender.mayHaveEffect('p');
    expect(sends).toMatchObject([{ method: 'POST', profile: { id: 'p' } }]);
    expect(sender.mayHaveEffect().sends).toHaveLength(1);
    expect(sender.mayHaveEffect('q').sends).toEqual([]);
    answer();
    await Promise.all([settled, sending]);
    expect(sender.mayHaveEffect('p').sends).toEqual([]);
  });

  it.each([
    ['known', (socket: ServiceSocket) => void socket.end(CREATED), true],
    ['unknown', lose, false],
  ])('is told to whoever waits for the end of what is under way: %s', async (_what, answer, isKnown) => {
    const { sender } = world.app;
    const waiting = new Promise<boolean>((resolve) => {
      world.onRequest = (socket) => {
        void sender.mayHaveEffect().settled.then(resolve);
        answer(socket);
      };
    });
    await world.app.submit(charge(), world.profile());
    expect(await waiting).toBe(isKnown);
  });

  it('is not assumed of a request that certainly did not arrive', async () => {
    const nobody = world.profile({ baseUrl: 'http://127.0.0.1:9' });
    await world.app.submit(charge(), nobody);
    await world.app.submit(charge(), nobody);
    expect(world.app.questions).toEqual([]);
  });

  it('stays after a redirect of the same request, which was not carried out', async () => {
    world.onRequest = (socket) => void socket.resetAndDestroy();
    await world.app.submit(charge(), world.profile());
    world.onRequest = (socket) =>
      socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n');
    await world.app.submit(charge(), world.profile());
    await world.app.submit(charge(), world.profile());
    expect(world.app.questions).toHaveLength(2);
  });

  it('is in the journal before the first byte is sent: unanswered and under way', async () => {
    const noted: unknown[] = [];
    world.onRequest = (socket) => {
      noted.push(...world.app.noted.map(({ exchange }) => exchange.outcome));
      socket.end(CREATED);
    };
    await world.app.submit(charge(), world.profile());
    expect(noted).toEqual([{ kind: 'unanswered', why: 'under-way', mayHaveArrived: true }]);
    expect(new Set(world.app.noted.map(({ exchange }) => exchange.id)).size).toBe(1);
    expect(world.app.noted.at(-1)?.exchange.outcome).toEqual({ kind: 'answered' });
    expect(world.app.noted.map(({ how }) => how?.isNew ?? false)).toEqual([true, false]);
    // Whoever reads the journal after a crash has to know which request it was.
    expect(world.app.noted.map(({ how }) => how?.unsettled?.isKnown)).toEqual([false, true]);
  });
});
