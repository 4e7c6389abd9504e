import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunResult } from '@shared/bridge/saved-requests';
import type { Profile } from '@shared/profiles/profile';
import type { Expectation, SavedRequest } from '@shared/requests/saved-requests';
import { testingProfile } from '@shared/testing/testing-profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { runSavedRequests } from './run-saved-requests';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
let app: TestingSender;
let profile: Profile;
let answers: string[];
/** Called for each request before it is answered. */
let onRequest: () => void;

beforeEach(async () => {
  answers = [];
  onRequest = () => undefined;
  server = await startRawServer((socket, bytes) => {
    if (!isWholeRequest(bytes)) return;
    onRequest();
    const body = answers.shift() ?? '{}';
    socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-trace: T-9\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });
  profile = testingProfile({
    baseUrl: server.url,
    variables: [{ name: 'order_id', value: 'of-the-profile' }],
  });
  app = testingSender(harness, testing, { findProfile: () => Promise.resolve(profile) });
});
afterEach(() => server.close());

function saved(body: string, expectations: readonly Expectation[] = [], path = ''): SavedRequest {
  return {
    id: randomUUID(),
    folder: '',
    name: 'A request',
    description: '',
    profileId: profile.id,
    request: requestOfDraft(draftWith({ destinationUrl: `http://127.0.0.1:9/${path}`, body })),
    form: null,
    expectations,
    order: 0,
    example: null,
  };
}
const keep = (path: string, as: string): Expectation => ({
  kind: 'json-path',
  path,
  is: { how: 'kept', as },
});
const run = (...requests: readonly SavedRequest[]): Promise<readonly RunResult[] | null> =>
  runOnly(requests, requests);
const runOnly = (
  again: readonly SavedRequest[],
  requests: readonly SavedRequest[],
): Promise<readonly RunResult[] | null> => {
  app.now += 2_000;
  const call = { callId: randomUUID(), signal: new AbortController().signal };
  return runSavedRequests(
    requests,
    profile,
    {
      sender: app.sender,
      isSaved: async () => true,
      report: (_where, error) => expect.unreachable(String(error)),
    },
    call,
    () => undefined,
    new Set(again.map(({ id }) => id)),
  );
};
const bodies = (): string[] =>
  server.received.map((bytes) => {
    const text = bytes.toString('utf8');
    return text.slice(text.indexOf('\r\n\r\n') + 4);
  });

describe('A value of an answer', () => {
  it('is used in later requests instead of the profile’s value; a header can give one', async () => {
    const header: Expectation = { kind: 'header', name: 'X-Trace', is: { how: 'kept', as: 'trace' } };
    answers = ['{"order": {"id": "A-7", "amount": 12.50}}'];
    const results = await run(
      saved('{"first": "${order_id}"}', [
        keep('$.order.id', 'order_id'),
        keep('$.order.amount', 'amount'),
        header,
      ]),
      saved('{"id": "${order_id}", "amount": ${amount}, "trace": "${trace}"}'),
    );
    expect(results).toMatchObject([
      { step: { kind: 'done', results: [{ met: true }, { met: true, found: '12.50' }, { met: true }] } },
      { step: { kind: 'done' } },
    ]);
    expect(bodies()).toEqual([
      '{"first": "of-the-profile"}',
      '{"id": "A-7", "amount": 12.50, "trace": "T-9"}',
    ]);
    // The next run begins without these values.
    await run(saved('"${order_id}"'));
    expect(bodies().at(-1)).toBe('"of-the-profile"');
  });

  it.each([
    ['is not there', '{}'],
    ['is there twice', '{"order": {"id": ["A", "B"]}}'],
  ])('that %s prevents the requests that need it, whatever the profile says', async (_, answer) => {
    answers = [answer];
    const results = await run(
      saved('"a"', [keep(answer === '{}' ? '$.order.id' : '$.order.id[*]', 'order_id')]),
      saved('"${order_id}"'),
      saved('"c"'),
    );
    expect(results).toMatchObject([
      { step: { kind: 'done', results: [{ met: false }] } },
      { step: { kind: 'refused', problem: { code: 'value-not-kept' } } },
      { step: { kind: 'done' } },
    ]);
    expect(bodies()).toEqual(['"a"', '"c"']);
  });

  it.each([
    ['beside others', ['"c"']],
    ['alone', []],
  ])('of a request that cannot be sent prevents those that need it, %s', async (_, others) => {
    const results = await run(
      saved('"${nowhere}"', [keep('$.order.id', 'order_id')]),
      saved('"${order_id}"'),
      ...others.map((body) => saved(body)),
    );
    const codes = results?.map(({ step }) => (step.kind === 'refused' ? step.problem.code : step.kind));
    expect(codes?.sort()).toEqual(
      [...others.map(() => 'done'), 'value-not-kept', 'variables-missing'].sort(),
    );
    expect(bodies()).toEqual(others);
  });

  it('of a request that is not sent again is missing, whatever the profile says; one that is sent again gives it', async () => {
    const giving = saved('"a"', [keep('$.id', 'order_id')]);
    const taking = saved('"${order_id}"');
    const other = saved('"c"');
    const lone = await runOnly([taking, other], [giving, taking, other]);
    const steps = new Map(lone?.map(({ requestId, step }) => [requestId, step]));
    expect(steps.get(taking.id)).toMatchObject({
      kind: 'refused',
      problem: { code: 'value-not-kept', nextStep: expect.stringContaining('Run the whole folder') },
    });
    expect(steps.get(other.id)).toMatchObject({ kind: 'done' });
    expect(steps.has(giving.id)).toBe(false);
    expect(bodies()).toEqual(['"c"']);

    answers = ['{"id": "A-7"}'];
    await runOnly([giving, taking], [giving, taking, other]);
    expect(bodies()).toEqual(['"c"', '"a"', '"A-7"']);
    // An earlier value does not stand in for the one that the run gave it last.
    answers = ['{"id": "A-8"}'];
    const between = saved('"b"', [keep('$.id', 'order_id')]);
    await runOnly([giving, taking], [giving, between, taking]);
    expect(bodies().slice(3)).toEqual(['"a"']);
    // What comes after it in the run never gave it a value.
    await runOnly([taking], [taking, giving]);
    expect(bodies().at(-1)).toBe('"of-the-profile"');
  });

  it('of a request after it leaves it that of the profile, also beside one of a request before it', async () => {
    answers = ['{"id": "A-7"}'];
    await run(
      saved('"a"', [keep('$.id', 'first')]),
      saved('"${first} ${order_id}"'),
      saved('"c"', [keep('$.id', 'order_id')]),
    );
    expect(bodies()).toEqual(['"a"', '"A-7 of-the-profile"', '"c"']);
  });

  it('that is missing is told with the requests that should have given it', async () => {
    const create = { ...saved('"a"', [keep('$.id', 'order_id'), keep('$.n', 'amount')]), name: 'Create' };
    const read = { ...saved('"b"', [keep('$.id', 'refund_id')]), name: 'Read' };
    const taking = saved('"${order_id} ${amount} ${refund_id}"');
    const told = (results: readonly RunResult[] | null): unknown => results?.at(-1)?.step;
    expect(told(await run(create, read, taking))).toMatchObject({
      problem: {
        title: '${order_id}, ${amount}, ${refund_id} have no value',
        meaning:
          'They come from answers before it in this run, which did not give them (Create, Read). Nothing was sent.',
      },
    });
    expect(told(await runOnly([read, taking], [create, read, taking]))).toMatchObject({
      problem: {
        title: '${order_id}, ${amount} have no value',
        meaning: 'They come from answers to requests that were not sent again (Create). Nothing was sent.',
      },
    });
  });

  it('in a request for production is asked about separately, with the address', async () => {
    profile = { ...profile, environment: 'production' };
    answers = ['{"id": "A-7"}'];
    onRequest = () => {
      app.answer = { confirmed: false, checked: false };
    };
    const asked = await run(saved('"a"', [keep('$.id', 'order_id')]), saved('{}', [], '${order_id}'));
    expect(asked).toMatchObject([{ step: { kind: 'done' } }, { step: { kind: 'skipped' } }]);
    expect(app.questions).toHaveLength(2);
    expect(JSON.stringify(app.questions[1])).toContain('http://127.0.0.1:9/A-7');
    expect(server.requests).toHaveLength(1);
  });

  it('goes to production without a question only with ten minutes granted in the same run', async () => {
    profile = { ...profile, environment: 'production' };
    const chain = (): Promise<readonly RunResult[] | null> => {
      answers = ['{"id": "A-7"}'];
      return run(saved('"a"', [keep('$.id', 'order_id')]), ...[1, 2].map(() => saved('"${order_id}"')));
    };
    app.answer = { confirmed: true, checked: true };
    await run(saved('"alone"'));
    // A run of one request counts like a single send.
    await run(saved('"alone, too"'));
    expect(app.questions).toHaveLength(1);
    for (const asked of [2, 3]) {
      expect(await chain()).toMatchObject([1, 2, 3].map(() => ({ step: { kind: 'done' } })));
      expect(app.questions).toHaveLength(asked);
    }
    // No permission was given either when the box was left alone.
    app.answer = { confirmed: true, checked: false };
    await chain();
    expect(app.questions).toHaveLength(6);
  });
});
