import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '@shared/problem';
import { type Profile } from '@shared/profiles/profile';
import { WAITS_FOR_ANSWER, WAITS_FOR_HISTORY } from '@shared/questions/question';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { BodyReader } from '../body-reading/body-reader';
import { BodyStore } from '../bodies/body-store';
import { RunningCalls } from '../calls/running-calls';
import { withTimeLimit } from '../calls/wait';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { createTransport } from '../transport/send';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { testingSender, type TestingSender } from './testing-sender';
import { UnsettledSends } from './unsettled-sends';
import { testingProfile } from '@shared/testing/testing-profile';

const CREATED = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
const SESSION = sessionRequest('5e550000-0000-4000-8000-000000000001');

let harness: Harness;
let testing: TestingDatabase;
let server: RawServer;
let app: TestingSender;
/** What the server does with a whole request. */
let onRequest: (socket: RawServer['sockets'][number]) => void;

beforeEach(async () => {
  harness = await openHarness();
  testing = openTestingDatabase();
  onRequest = (socket) => socket.end(CREATED);
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
  app = testingSender(harness, testing);
});
afterEach(async () => {
  await app.sender.settled();
  await testing.remove();
  await server.close();
  await harness.close();
});

function profile(changes: Partial<Profile> = {}): Profile {
  return testingProfile({ id: 'p', name: 'A profile', baseUrl: server.url, ...changes });
}

/** A charge by Vault Forward, to this computer. */
function charge(body = '{"number":"{{CARD_NUMBER_1}}"}'): RequestSpec {
  return requestOfDraft(draftWith({ destinationUrl: 'http://127.0.0.1:9/charge', body }));
}

function order(request: RequestSpec, of: Profile) {
  return { id: randomUUID(), request, profile: of, composedUnder: null, replayOf: null, variables: null };
}
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const call = () => ({ callId: randomUUID(), signal: new AbortController().signal });
const codeOf = (error: unknown): string =>
  error instanceof ProblemError ? error.problem.code : `no problem: ${String(error)}`;

describe('after the bytes went out', () => {
  it('a body of 9 MB and a data folder that cannot be written do not turn an answer into an error', async () => {
    // Where the folder of bodies would be there is a file.
    await writeFile(join(harness.folder, 'in-the-way'), '');
    const bodies = new BodyStore({ directory: join(harness.folder, 'in-the-way') });
    const transport = createTransport({
      version: '1.2.3',
      bodies,
      resolveSystemProxy: () => Promise.resolve('DIRECT'),
    });
    app = testingSender(harness, testing, { bodies, transport });
    const body = JSON.stringify({ number: '{{CARD_NUMBER_1}}', filler: 'x'.repeat(9_000_000) });
    const sent = await app.submit(charge(body), profile());
    expect(sent).toMatchObject({ kind: 'sent', exchange: { response: { status: 201 } } });
    const { exchange } = sent.kind === 'sent' ? sent : { exchange: null };
    expect(exchange?.request.body).toMatchObject({ kind: 'stored', complete: true });
    transport.closeIdleConnections();
  });

  it('a cancel ends the wait for the check of a large body: the answer is there, and is not called checked', async () => {
    const text = JSON.stringify({ filler: 'x'.repeat(1_500_000) });
    onRequest = (socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    let started = false;
    const reader = new BodyReader({
      bodies: harness.bodies,
      start: () => {
        started = true;
        return { send: () => undefined, end: () => undefined };
      },
      report: () => undefined,
      limitMs: 60_000,
    });
    app = testingSender(harness, testing, { reader });
    const controller = new AbortController();
    const sending = app.submit(SESSION, profile(), { signal: controller.signal });
    await expect.poll(() => started).toBe(true);
    controller.abort();
    const sent = await sending;
    expect(sent).toMatchObject({
      exchange: {
        outcome: { kind: 'answered' },
        response: { status: 200, body: { kind: 'stored', bytes: text.length, complete: true } },
        check: { kind: 'not-checked', why: 'cancelled' },
        findings: [],
      },
    });
    expect(app.noted).toMatchObject([{ exchange: { check: { why: 'cancelled' } } }]);
  });

  it('what fails then is told beside the answer, without a word of trying again', async () => {
    onRequest = (socket) =>
      socket.end('HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nanswer');
    const broken = new BodyStore({ directory: harness.folder });
    broken.toBody = () => Promise.reject(new Error('ENOSPC: no space left on device'));
    const transport = createTransport({
      version: '1.2.3',
      bodies: broken,
      resolveSystemProxy: () => Promise.resolve('DIRECT'),
    });
    const { keep } = broken;
    broken.keep = keep.bind(broken);
    app = testingSender(harness, testing, { bodies: broken, transport });
    const sent = await app.submit(SESSION, profile());
    expect(sent).toMatchObject({
      kind: 'sent',
      exchange: { outcome: { kind: 'answered' }, response: { status: 201, body: { kind: 'none' } } },
    });
    const notes = sent.kind === 'sent' ? (sent.exchange.notes ?? []) : [];
    expect(notes).toMatchObject([{ code: 'not-kept', detail: expect.stringContaining('ENOSPC') }]);
    expect(JSON.stringify(notes)).not.toMatch(/try again/i);
    transport.closeIdleConnections();
  });
});

describe('before the bytes went out', () => {
  it('a token that cannot be had leaves nothing of the request behind', async () => {
    const bodies = new BodyStore({ directory: join(harness.folder, 'sent-bodies'), spillBytes: 0 });
    app = testingSender(harness, testing, {
      bodies,
      bearerFor: () => Promise.reject(new Error('the keychain is locked')),
    });
    const body = JSON.stringify({ number: '{{CARD_NUMBER_1}}', filler: 'x'.repeat(2_000_000) });
    await expect(app.submit(charge(body), profile())).rejects.toThrow('the keychain is locked');
    expect(server.received).toHaveLength(0);
    expect(await filesBelow(join(harness.folder, 'sent-bodies'))).toEqual([]);
  });
});

describe('one click sends once', () => {
  it('refuses the identical request while it is under way, with words', async () => {
    let release: () => void = () => undefined;
    onRequest = (socket) => (release = () => socket.end(CREATED));
    const first = app.submit(charge(), profile());
    await expect.poll(() => server.received.length).toBe(1);
    const second = app.submit(charge(), profile());
    expect(await second.catch(codeOf)).toBe('already-under-way');
    release();
    expect(await first).toMatchObject({ kind: 'sent' });
    expect(server.received).toHaveLength(1);
  });

  it('refuses it within a second of a fast answer, and sends it a moment later', async () => {
    await app.submit(charge(), profile());
    const again = () => app.sender.submit(order(charge(), profile()), call()).catch(codeOf);
    app.now += 900;
    expect(await again()).toBe('sent-just-now');
    expect(server.received).toHaveLength(1);
    app.now += 1_000;
    expect(await again()).toMatchObject({ kind: 'sent' });
    expect(server.received).toHaveLength(2);
  });

  it('takes a replay of a replay for the same click, and a replay right after the send for another', async () => {
    const own = profile();
    await app.submit(charge(), own);
    const replay = () =>
      app.sender.submit({ ...order(charge(), own), replayOf: randomUUID() }, call()).catch(codeOf);
    expect(await replay()).toMatchObject({ kind: 'sent' });
    // A window that shows the replay at once makes the second half of a double click a replay of that.
    for (let held = 0; held < 5; held += 1) {
      app.now += 900;
      expect(await replay()).toBe('sent-just-now');
    }
    expect(server.received).toHaveLength(2);
  });

  it('lets another request, and reading ones, through at once', async () => {
    await app.submit(charge(), profile());
    const other = charge('{"number":"{{CARD_NUMBER_1}}","amount":2}');
    await app.sender.submit(order(other, profile()), call());
    await app.sender.submit(order(SESSION, profile()), call());
    await app.sender.submit(order(SESSION, profile()), call());
    expect(server.received).toHaveLength(4);
  });

  it('a request that was refused before it was sent may be sent at once', async () => {
    app.answer = { confirmed: false, checked: false };
    const production = profile({ environment: 'production' });
    expect(await app.submit(charge(), production)).toEqual({ kind: 'declined' });
    app.answer = { confirmed: true, checked: false };
    expect(await app.sender.submit(order(charge(), production), call())).toMatchObject({ kind: 'sent' });
  });
});

describe('a plan is frozen', () => {
  it('refuses a plan whose profile was edited while the person was asked', async () => {
    const production = profile({ environment: 'production' });
    let now = production;
    app = testingSender(harness, testing, { findProfile: () => Promise.resolve(now) });
    const plan = await app.sender.plan(order(charge(), production));
    await app.sender.agree([plan], call());
    now = { ...production, baseUrl: 'http://127.0.0.1:9' };
    expect(await app.sender.send(plan, call()).catch(codeOf)).toBe('profile-changed');
    expect(server.received).toHaveLength(0);
  });

  it('asks for the credential with the very profile that was planned', async () => {
    const asked: Profile[] = [];
    app = testingSender(harness, testing, {
      bearerFor: (of) => {
        asked.push(of);
        return Promise.resolve('a.token.value');
      },
    });
    const own = profile();
    await app.submit(SESSION, own);
    expect(asked).toEqual([own]);
    expect(Object.isFrozen(asked[0])).toBe(true);
  });

  it('sends nothing that nobody agreed to, and an agreed plan once', async () => {
    const own = profile();
    await app.submit(SESSION, own);
    const plan = await app.sender.plan(order(charge(), own));
    expect(() => app.sender.send(plan, call())).toThrow('nobody agreed');
    await app.sender.agree([plan], call());
    await app.sender.send(plan, call());
    expect(() => app.sender.send(plan, call())).toThrow('nobody agreed');
  });

  it.each(['authorization', 'Host', 'X-Service-Merchant-Account-Id'])(
    'refuses a header of the request that is the profile’s to set: %s',
    async (name) => {
      const request = { ...SESSION, headers: [{ name, value: 'x', secret: false }] };
      expect(await app.submit(request, profile()).catch(codeOf)).toBe('header-not-yours');
      expect(server.received).toHaveLength(0);
    },
  );
});

describe('a question before a send', () => {
  it('is told of as what its call waits for, and only while it is open', async () => {
    const told: unknown[] = [];
    app = testingSender(harness, testing, {
      tellProgress: (callId, note) => told.push([callId, note, app.questions.length]),
    });
    const [asked, passes] = [call(), call()];
    await app.submit(charge(), profile({ environment: 'production' }), asked);
    await app.submit(charge(), profile(), passes);
    expect(told).toEqual([
      [asked.callId, WAITS_FOR_ANSWER, 0],
      [asked.callId, null, 1],
    ]);
  });
});

describe('a connection', () => {
  it('is opened only when the person has agreed', async () => {
    app.answer = { confirmed: false, checked: false };
    expect(await app.submit(charge(), profile({ environment: 'production' }))).toEqual({ kind: 'declined' });
    expect(server.sockets).toHaveLength(0);
  });

  it('is opened while the request is noted, and no byte of it leaves before that', async () => {
    // However busy the computer is, it does not grow old meanwhile.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const seen: unknown[] = [];
    app = testingSender(harness, testing, {
      journal: {
        note: async (exchange) => {
          if (exchange.outcome.kind !== 'unanswered') return true;
          await expect.poll(() => server.sockets.length).toBe(1);
          seen.push(server.received.map((bytes) => bytes.length));
          return true;
        },
      },
    });
    expect(await app.submit(charge(), profile())).toMatchObject({ kind: 'sent' });
    clock.mockRestore();
    expect(seen).toEqual([[0]]);
    expect(server.sockets).toHaveLength(1);
  });
});

it.each([
  ['what may have an effect', charge(), 1],
  ['what only reads', SESSION, 0],
])('of %s no byte leaves before what else is to be noted', async (_what, request, notes) => {
  let noted = (): void => undefined;
  const alsoNoted = new Promise<void>((resolve) => (noted = resolve));
  const sending = app.submit(request, profile(), { alsoNoted });
  await expect.poll(() => app.noted.length).toBe(notes);
  // The database has that, and another one goes all the way: nothing else holds it up.
  await testing.database.query({ sql: 'SELECT 1 AS one' }, z.unknown());
  await app.submit(sessionRequest('5e550000-0000-4000-8000-000000000002'), profile());
  expect(server.received.filter((bytes) => bytes.length > 0)).toHaveLength(1);
  noted();
  expect(await sending).toMatchObject({ kind: 'sent' });
});

describe('an unknown outcome', () => {
  const lose = (socket: RawServer['sockets'][number]): void => void socket.resetAndDestroy();

  it('asks before the same is sent again, also on a sandbox and after a restart of the app', async () => {
    onRequest = lose;
    await app.submit(charge(), profile());
    expect(app.questions).toEqual([]);
    await testing.reopen();
    app = testingSender(harness, testing);
    onRequest = (socket) => socket.end(CREATED);
    app.answer = { confirmed: false, checked: false };
    expect(await app.submit(charge(), profile())).toEqual({ kind: 'declined' });
    expect(app.questions).toMatchObject([{ title: 'Send it again?' }]);
    app.answer = { confirmed: true, checked: false };
    expect(await app.submit(charge(), profile())).toMatchObject({ kind: 'sent' });
    // Its outcome is known now.
    await app.submit(charge(), profile());
    expect(app.questions).toHaveLength(2);
  });

  it.each([
    ['unknown', lose, /will not ask before the same request goes out again/],
    ['known', (socket: RawServer['sockets'][number]) => void socket.end(CREATED), /if the app ends/],
  ])(
    'is told beside a send that could not be recorded, as far as it is %s, and asked about in this run',
    async (what, answer, words) => {
      const journal = { note: () => Promise.resolve(false) };
      app = testingSender(harness, testing, { journal });
      onRequest = answer;
      const sent = await app.submit(charge(), profile());
      const notes = sent.kind === 'sent' ? sent.exchange.notes : [];
      expect(notes).toMatchObject([{ code: 'send-not-recorded' }]);
      expect(notes?.[0]?.meaning).toMatch(words);
      await app.submit(charge(), profile());
      expect(app.questions).toHaveLength(what === 'unknown' ? 1 : 0);
    },
  );

  describe('of which the database does not tell', () => {
    const told: unknown[] = [];
    const silent = (find: () => Promise<null>): void => {
      const unsettled = new UnsettledSends(testing.database);
      unsettled.find = find;
      told.length = 0;
      const tellProgress = (_callId: string, note: string | null): void => void told.push(note);
      app = testingSender(harness, testing, { unsettled, tellProgress });
    };

    it('is asked about: it fails, and nothing goes out unasked', async () => {
      silent(() => Promise.reject(new Error('SQLITE_IOERR')));
      app.answer = { confirmed: false, checked: false };
      expect(await app.submit(charge(), profile())).toEqual({ kind: 'declined' });
      expect(app.questions).toMatchObject([{ title: 'Send it unchecked?', reasons: ['not-checked'] }]);
      expect(server.received.join('')).toBe('');
      app.answer = { confirmed: true, checked: false };
      expect(await app.submit(charge(), profile())).toMatchObject({ kind: 'sent' });
    });

    it('is asked about after some seconds, where it hangs', async () => {
      silent(() => new Promise(() => undefined));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      app.answer = { confirmed: false, checked: false };
      const sending = app.submit(charge(), profile());
      await vi.advanceTimersByTimeAsync(1_000);
      expect(told).toEqual([WAITS_FOR_HISTORY]);
      await vi.advanceTimersByTimeAsync(4_000);
      vi.useRealTimers();
      expect(await sending).toEqual({ kind: 'declined' });
      expect(app.questions).toMatchObject([{ title: 'Send it unchecked?' }]);
      expect(told).toEqual([WAITS_FOR_HISTORY, null, WAITS_FOR_ANSWER, null]);
    });

    it('is not waited for any more once the person cancels: nothing is sent, and the person is told so', async () => {
      silent(() => new Promise(() => undefined));
      const stop = new AbortController();
      const sending = app.submit(charge(), profile(), { signal: stop.signal });
      stop.abort();
      await expect(sending).rejects.toMatchObject({
        problem: { title: 'Cancelled', meaning: 'You cancelled it in time: nothing was sent.' },
      });
      expect(app.questions).toEqual([]);
      expect(server.received.join('')).toBe('');
    });

    it('is told of as what its call waits for while it is noted, too, and not where that is done at once', async () => {
      silent(() => Promise.resolve(null));
      await app.submit(charge(), profile());
      expect(told).toEqual([]);
      let noted = (): void => undefined;
      const alsoNoted = new Promise<void>((resolve) => (noted = resolve));
      const sending = app.submit(charge(), profile(), { alsoNoted });
      await expect.poll(() => told).toEqual([WAITS_FOR_HISTORY]);
      expect(server.received.filter((bytes) => bytes.length > 0)).toHaveLength(1);
      noted();
      expect(await sending).toMatchObject({ kind: 'sent' });
      expect(told).toEqual([WAITS_FOR_HISTORY, null]);
    });

    it('leaves nothing sent when the person cancels while it is noted', async () => {
      silent(() => Promise.resolve(null));
      const stop = new AbortController();
      const alsoNoted = withTimeLimit(new Promise<void>(() => undefined), 60_000, undefined, stop.signal);
      const sending = app.submit(charge(), profile(), { alsoNoted, signal: stop.signal });
      await expect.poll(() => told).toEqual([WAITS_FOR_HISTORY]);
      stop.abort();
      expect(await sending).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: false } },
      });
      expect(server.received.join('')).toBe('');
    });
  });

  it('does not come of a request that certainly did not arrive', async () => {
    const nobody = profile({ baseUrl: 'http://127.0.0.1:9' });
    await app.submit(charge(), nobody);
    await app.submit(charge(), nobody);
    expect(app.questions).toEqual([]);
  });

  it('is in the journal before the first byte goes out: unanswered, under way', async () => {
    const noted: unknown[] = [];
    onRequest = (socket) => {
      noted.push(...app.noted.map(({ exchange }) => exchange.outcome));
      socket.end(CREATED);
    };
    await app.submit(charge(), profile());
    expect(noted).toEqual([{ kind: 'unanswered', why: 'under-way', mayHaveArrived: true }]);
    expect(new Set(app.noted.map(({ exchange }) => exchange.id)).size).toBe(1);
    expect(app.noted.at(-1)?.exchange.outcome).toEqual({ kind: 'answered' });
    expect(app.noted.map(({ how }) => how?.isNew ?? false)).toEqual([true, false]);
  });
});

describe('a call that ends before anything is sent', () => {
  const WHY = 'the profile was switched';

  it.each([
    ['a look-up', SESSION, () => profile()],
    ['a question that went away', charge(), () => profile({ environment: 'production' })],
  ])('says why, where the app ended it: %s', async (_what, request, of) => {
    const stop = new AbortController();
    stop.abort(WHY);
    await expect(app.submit(request, of(), { signal: stop.signal })).rejects.toMatchObject({
      problem: { code: 'cancelled', title: `Cancelled: ${WHY}`, meaning: 'Nothing was sent.' },
    });
    expect(app.noted).toEqual([]);
  });

  it("is the person's own doing where they ended it", async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(app.submit(SESSION, profile(), { signal: stop.signal })).rejects.toMatchObject({
      problem: { title: 'Cancelled', meaning: 'You cancelled it in time: nothing was sent.' },
    });
    app.answer = { confirmed: false, checked: false };
    expect(await app.submit(charge(), profile({ environment: 'production' }))).toEqual({ kind: 'declined' });
  });
});

describe('a call that ends while its answer is awaited', () => {
  it.each([
    ['says why, where the app ended it', 'the profile was switched'],
    ["is the person's own doing where they ended it", undefined],
  ])('%s', async (_what, why) => {
    const stop = new AbortController();
    onRequest = () => stop.abort(why);
    const sent = await app.submit(charge(), profile(), { signal: stop.signal });
    const outcome = { kind: 'cancelled', mayHaveArrived: true, ...(why === undefined ? {} : { why }) };
    expect(sent).toMatchObject({ kind: 'sent' });
    expect(app.noted.at(-1)?.exchange.outcome).toEqual(outcome);
  });

  describe('and that nobody waits for here any more', () => {
    const WHY = 'the profile was switched';
    const calls = new RunningCalls();
    beforeEach(() => {
      app = testingSender(harness, testing, { atService: (callId) => calls.atService(callId) });
    });
    const send = (request: RequestSpec) =>
      calls.run('1', (signal) => app.submit(request, profile(), { callId: '1', signal }));

    it('keeps what came of a request that may have had its effect', async () => {
      onRequest = (socket) => {
        calls.leaveAll(WHY);
        socket.end(CREATED);
      };
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'answered' }, response: { status: 201 } },
      });
      expect(app.noted.at(-1)?.exchange.outcome).toEqual({ kind: 'answered' });
    });

    it('is still cancelled by the person', async () => {
      onRequest = () => {
        calls.leaveAll(WHY);
        calls.cancel('1');
      };
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } },
      });
    });

    it('is not sent any more where its connection was only being opened', async () => {
      app = testingSender(harness, testing, {
        atService: (callId) => calls.atService(callId),
        journal: {
          note: () => {
            calls.leaveAll(WHY);
            return Promise.resolve(true);
          },
        },
      });
      expect(await send(charge())).toMatchObject({
        exchange: { outcome: { kind: 'cancelled', mayHaveArrived: false, why: WHY } },
      });
      expect(server.received.every((bytes) => bytes.length === 0)).toBe(true);
    });

    it('is cancelled where it only reads', async () => {
      onRequest = () => calls.leaveAll(WHY);
      expect(await send(SESSION)).toMatchObject({ exchange: { outcome: { kind: 'cancelled', why: WHY } } });
    });
  });
});

describe('tries', () => {
  it('of a reading request are tries of one exchange; what may have an effect has one', async () => {
    let failures = 1;
    onRequest = (socket) => {
      failures -= 1;
      socket.end(failures >= 0 ? 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n' : CREATED);
    };
    await app.submit(SESSION, profile());
    expect(app.noted).toMatchObject([
      { exchange: { response: { status: 201 }, retries: [{ reason: 'status 502' }] } },
    ]);
    failures = 1;
    expect(await app.submit(charge(), profile())).toMatchObject({
      exchange: { response: { status: 502 }, retries: [] },
    });
    expect(server.received).toHaveLength(3);
  });

  it('end with a cancel while it waits for the next, which the journal has with the earlier ones', async () => {
    onRequest = (socket) =>
      socket.end('HTTP/1.1 429 Slow down\r\nretry-after: 20\r\ncontent-length: 0\r\n\r\n');
    const stop = new AbortController();
    app = testingSender(harness, testing, { tellProgress: (_id, note) => note !== null && stop.abort() });
    const sent = await app.submit(SESSION, profile(), { signal: stop.signal });
    // The first one did.
    expect(sent).toMatchObject({ exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } } });
    expect(server.received).toHaveLength(1);
    expect(app.noted).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('never reach the exchange, the journal’s request or the window, wherever an answer echoes them', async () => {
    const secret = 'CANARY-SECRET-1';
    onRequest = (socket) => {
      const text = `{"echo":"${secret}","token":"CANARY.TOKEN.value"}`;
      socket.end(
        `HTTP/1.1 200 ${secret}\r\nx-echo: ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    };
    const draft = draftWith({
      destinationUrl: 'http://127.0.0.1:9/charge',
      headers: [{ id: 'h', name: 'x-mine', value: secret, secret: true, enabled: true }],
      serviceHeaders: [{ id: 's', name: 'x-note', value: `Basic ${secret}`, secret: true, enabled: true }],
    });
    const sent = await app.submit(requestOfDraft(draft), profile());
    expect(server.received[0]?.toString('latin1')).toContain(`x-note: Basic ${secret}`);
    expect(JSON.stringify(sent)).not.toContain('CANARY');
    expect(JSON.stringify(app.noted.map(({ sentAs }) => sentAs.request))).not.toContain('CANARY');
  });
});
