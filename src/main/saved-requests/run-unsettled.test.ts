import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunResult } from '@shared/bridge/saved-requests';
import { unanswered } from '@shared/testing/exchanges';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { Expectation, SavedRequest } from '@shared/requests/saved-requests';
import { DatabaseError } from '../database/database';
import { charge, CREATED, sendingWorld, type ServiceSocket } from '../sending/sending-world.fixture';
import { runSavedRequests } from './run-saved-requests';

const world = sendingWorld();
const NO = { confirmed: false, checked: false };
let reported: unknown[];
beforeEach(() => void (reported = []));
afterEach(() => expect(reported).toEqual([]));

const FAMILY = 'fa000000-0000-4000-8000-000000000001';

function saved(request: RequestSpec, id: string = randomUUID()): SavedRequest {
  return {
    id,
    folder: '',
    name: 'A request',
    description: '',
    profileId: 'p',
    request,
    form: null,
    expectations: [],
    order: 0,
    example: null,
  };
}

/** Sends the requests under the world's profile. */
async function run(...requests: readonly RequestSpec[]): Promise<readonly RunResult[] | null> {
  return runWhile(() => true, ...requests);
}

/** @param isSaved is asked before each turn. */
async function runWhile(
  isSaved: () => boolean,
  ...requests: readonly RequestSpec[]
): Promise<readonly RunResult[] | null> {
  return runAs(world.profile(), requests, isSaved);
}

async function runAs(
  profile: Profile,
  requests: readonly RequestSpec[],
  isSaved = (): boolean => true,
  expectations: readonly Expectation[] = [],
): Promise<readonly RunResult[] | null> {
  world.start({ findProfile: async () => profile });
  return runSaved(
    profile,
    requests.map((one) => ({ ...saved(one), expectations })),
    isSaved,
  );
}

async function runSaved(
  profile: Profile,
  all: readonly SavedRequest[],
  isSaved = (): boolean => true,
): Promise<readonly RunResult[] | null> {
  const call = { callId: randomUUID(), signal: new AbortController().signal };
  const report = (_where: string, error: unknown): void => void reported.push(error);
  const services = { sender: world.app.sender, isSaved: async () => isSaved(), report };
  return runSavedRequests(all, profile, services, call, () => undefined);
}

/** How to answer each request that comes; further requests are carried out. */
function answers(...each: readonly ((socket: ServiceSocket) => void)[]): void {
  const rest = [...each];
  world.onRequest = (socket) => (rest.shift() ?? ((other: ServiceSocket) => other.end(CREATED)))(socket);
}

const timedOut = (socket: ServiceSocket): void =>
  void socket.end('HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\n\r\n');
const lost = (socket: ServiceSocket): void => void socket.destroy();
const brokenOff = (socket: ServiceSocket): void =>
  void socket.end('HTTP/1.1 201 Created\r\ncontent-length: 20\r\n\r\n{}');

describe('of two identical requests in one run, the second', () => {
  it.each([
    ['was answered 504', timedOut],
    ['was lost', lost],
    ['broke off in its answer', brokenOff],
  ])('is asked about if the first %s, and a no skips it', async (_how, first) => {
    answers((socket) => {
      world.app.answer = NO;
      first(socket);
    });
    const results = await run(charge(), charge(), charge('{"another": 1}'));
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'skipped', 'done']);
    expect(world.app.questions).toMatchObject([{ title: 'Send it again?', reasons: ['unknown-outcome'] }]);
    expect(world.server.requests).toHaveLength(2);
  });

  it('is sent once on a yes, and asked about separately each time', async () => {
    answers(timedOut, timedOut);
    const results = await run(charge(), charge(), charge());
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'done', 'done']);
    expect(world.app.questions.map(({ title }) => title)).toEqual(['Send it again?', 'Send it again?']);
    expect(world.app.questions[1]?.lead[0]).toContain(' 2 times, first');
    expect(world.server.requests).toHaveLength(3);
  });

  it('is asked about if the same was sent from elsewhere meanwhile', async () => {
    const read = sessionRequest('5e550000-0000-4000-8000-000000000001');
    let elsewhere: Promise<unknown> | null = null;
    answers((socket) => {
      elsewhere = world.app.submit(charge(), world.profile());
      void elsewhere.finally(() => {
        world.app.answer = NO;
        socket.end(CREATED);
      });
    }, lost);
    const results = await run(read, charge());
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'skipped']);
    expect(world.app.questions.map(({ title }) => title)).toEqual(['Send it again?']);
    expect(world.server.requests).toHaveLength(2);
  });

  it('is sent without a question if the first was carried out, or if both were agreed to', async () => {
    answers();
    expect(await run(charge(), charge())).toHaveLength(2);
    expect(world.app.questions).toEqual([]);
    answers(lost);
    await world.app.submit(charge(), world.profile());
    answers();
    expect(await run(charge(), charge())).toHaveLength(2);
    expect(world.app.questions.map(({ title }) => title)).toEqual(['Send it again?']);
    expect(world.server.requests).toHaveLength(5);
  });
});

describe('a saved request that was changed', () => {
  const changed = charge('{"changed": 1}');
  beforeEach(() => {
    const profile = world.profile();
    world.start({ findProfile: async () => profile });
  });
  const sent = (draftId: string) => world.app.submit(charge(), world.profile(), { draftId });

  it.each<[string, () => Promise<unknown>, SavedRequest]>([
    ['its run', () => runSaved(world.profile(), [saved(charge(), FAMILY)]), saved(changed, FAMILY)],
    ['the draft that it was opened in', () => sent(FAMILY), saved(changed, FAMILY)],
    ['the draft that it was saved from', () => sent(FAMILY), { ...saved(changed), familyId: FAMILY }],
  ])('is asked about in a run while %s is without an outcome', async (_what, send, after) => {
    answers(lost);
    await send();
    expect(world.app.questions).toEqual([]);
    world.app.answer = NO;
    expect(await runSaved(world.profile(), [after])).toBeNull();
    expect(world.app.questions.map(({ title }) => title)).toEqual(['Send it again, changed?']);
    expect(world.server.requests).toHaveLength(1);
  });

  it('is not asked about while a send of another saved request is without an outcome', async () => {
    answers(lost);
    await runSaved(world.profile(), [saved(charge())]);
    await runSaved(world.profile(), [saved(changed)]);
    expect(world.app.questions).toEqual([]);
    expect(world.server.requests).toHaveLength(2);
  });
});

describe('without a keychain a run', () => {
  beforeEach(() => void (world.testing.keychain.trouble = 'absent'));

  it.each([
    ['was answered 504', timedOut],
    ['was lost', lost],
  ])('stops after a request that %s', async (_how, first) => {
    answers((socket) => socket.end(CREATED), first);
    const another = charge('{"another": 1}');
    const results = await run(another, charge(), charge('{"third": 1}'), another);
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'done', 'stopped', 'stopped']);
    expect(world.app.questions).toEqual([]);
    expect(world.server.requests).toHaveLength(2);
  });

  it('continues after a refused request, and on the built-in server', async () => {
    answers((socket) => socket.end('HTTP/1.1 422 Unprocessable Content\r\ncontent-length: 0\r\n\r\n'));
    const results = await run(charge(), charge('{"another": 1}'));
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'done']);
    answers(lost);
    const local = await runAs(world.profile({ environment: 'local' }), [charge(), charge('{"third": 1}')]);
    expect(local?.map(({ step }) => step.kind)).toEqual(['done', 'done']);
  });
});

it.each([
  ['was answered 504', timedOut, '504 Gateway Timeout', true],
  ['was lost', lost, null, true],
  ['was carried out', (socket: ServiceSocket) => void socket.end(CREATED), '201 Created', false],
])(
  'a request that %s is reported with whether it may have been carried out',
  async (_how, end, answer, mayHaveArrived) => {
    answers(end);
    const why = answer === null ? expect.stringContaining('closed the connection') : null;
    expect(await run(charge())).toMatchObject([{ step: { kind: 'done', answer, why, mayHaveArrived } }]);
  },
);

it('a request that only reads and was lost is reported as sent, with no question open', async () => {
  answers(lost, lost, lost, lost);
  expect(await run(sessionRequest('5e550000-0000-4000-8000-000000000001'))).toMatchObject([
    { step: { kind: 'done', answer: null, wasSent: true, mayHaveArrived: false } },
  ]);
});

it.each([
  ['the database', new DatabaseError('busy', 'SQLITE_BUSY')],
  ['anything else', new Error('no')],
])(
  'if %s fails before a turn, that request is not sent, earlier results are kept and later ones are sent',
  async (_, error) => {
    let turns = 0;
    const isSaved = (): boolean => {
      turns += 1;
      if (turns === 2) throw error;
      return true;
    };
    const results = await runWhile(isSaved, charge(), charge('{"second": 2}'), charge('{"third": 3}'));
    expect(results?.map(({ step }) => step.kind)).toEqual(['done', 'refused', 'done']);
    expect(results?.[1]?.step).toMatchObject({
      problem: { meaning: expect.stringMatching(/It was not sent/) as string },
    });
    expect(world.server.requests).toHaveLength(2);
    expect(reported.splice(0)).toEqual([error]);
  },
);

it('a request whose answer cannot be checked is reported as sent, with its expectation unmet', async () => {
  const error = new Error('a defect of the check');
  const expectation: Expectation = {
    kind: 'status',
    get status(): number {
      throw error;
    },
  };
  const results = await runAs(world.profile(), [charge()], undefined, [expectation]);
  expect(results?.[0]?.step).toMatchObject({ kind: 'done', answer: '201 Created' });
  expect(results?.[0]?.step).toHaveProperty('results.0.met', false);
  expect(world.server.requests).toHaveLength(1);
  expect(reported.splice(0)).toEqual([error]);
});

it('what a switch of the profile left of a run says so', async () => {
  const profile = world.profile();
  world.start({ findProfile: async () => profile });
  const switched = new AbortController();
  answers((socket) => {
    switched.abort('the profile was switched');
    socket.end(CREATED);
  });
  const services = { sender: world.app.sender, isSaved: async () => true, report: () => undefined };
  const call = { callId: randomUUID(), signal: switched.signal };
  const both = [charge(), charge('{"another": 1}')].map((one) => saved(one));
  const results = await runSavedRequests(both, profile, services, call, () => undefined);
  expect(results?.[1]?.step).toEqual({ kind: 'cancelled', why: 'the profile was switched' });
  expect(world.server.requests).toHaveLength(1);
});

it('a run that is cancelled while it is asked about says so of each request', async () => {
  const profile = world.profile({ environment: 'production' });
  world.start({ findProfile: async () => profile });
  const cancelled = new AbortController();
  world.app.whileAsked = async () => cancelled.abort('the profile was switched');
  const services = { sender: world.app.sender, isSaved: async () => true, report: () => undefined };
  const call = { callId: randomUUID(), signal: cancelled.signal };
  const both = [charge(), charge('{"another": 1}')].map((one) => saved(one));
  const results = await runSavedRequests(both, profile, services, call, () => undefined);
  const step = { kind: 'cancelled', why: 'the profile was switched' };
  expect(results?.map((one) => one.step)).toEqual([step, step]);
  expect(world.server.requests).toHaveLength(0);
});

it('a send that stays because another goes out beside it is refused, as it is by itself', async () => {
  world.start();
  const call = { callId: randomUUID(), signal: new AbortController().signal };
  const stayed = { kind: 'cancelled', mayHaveArrived: false, why: 'Another one goes out.' } as const;
  vi.spyOn(world.app.sender, 'send').mockResolvedValueOnce(unanswered(stayed));
  const services = { sender: world.app.sender, isSaved: async () => true, report: () => undefined };
  const only = saved(sessionRequest(randomUUID()));
  const results = await runSavedRequests([only], world.profile(), services, call, () => undefined);
  expect(results).toMatchObject([
    { step: { kind: 'refused', problem: { title: `Cancelled: ${stayed.why}` } } },
  ]);
});
