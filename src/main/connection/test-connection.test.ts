import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionReport } from '@shared/bridge/connection';
import { ProblemError } from '@shared/problem';
import { type Profile } from '@shared/profiles/profile';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { testConnection } from './test-connection';
import { PROBE_SESSION_ID } from './token-check';
import { testingDraft } from '@shared/testing/testing-profile';

const jwt = (claims: object): string =>
  [{ alg: 'none' }, claims, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
const GOOD = jwt({ scopes: ['checkout-sessions.read'], exp: 4_000_000_000 });

const draft: ProfileDraft = testingDraft({
  name: 'EU',
  baseUrl: null,
  timeouts: { connectMs: 2_000, totalMs: 5_000 },
});

const harness = useHarness();
const testing = useTestingDatabase();
/** The sender of the last connection test. */
let app: TestingSender;
let closers: (() => void)[];
beforeEach(async () => {
  closers = [];
});
afterEach(async () => {
  for (const close of closers) close();
});

/** A server for the test: its address, and the authorization headers it received. */
async function serve(
  answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void,
): Promise<{ baseUrl: string; seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    answer(response, request.headers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const error = (status: number, code: string, message: string): string =>
  JSON.stringify({ type: 'error', code, status, message, details: [] });

interface Trial {
  readonly draft?: Partial<ProfileDraft>;
  readonly saved?: Partial<Profile> | null;
  readonly secret?: Parameters<typeof testConnection>[0]['secret'];
  readonly bearerFor?: (profile: Profile) => Promise<string>;
  readonly signal?: AbortSignal;
}

function tryIt({
  draft: changes = {},
  saved = null,
  secret = null,
  bearerFor,
  signal = new AbortController().signal,
}: Trial): Promise<ConnectionReport> {
  const profile = saved === null ? null : { ...draft, id: 'p', ...saved };
  app = testingSender(harness, testing, { bearerFor: bearerFor ?? (() => Promise.resolve(GOOD)) });
  return testConnection(
    { profileId: profile?.id ?? null, draft: { ...draft, ...changes }, secret },
    {
      diagnose: (...way) => harness.transport.diagnose(...way),
      sender: app.sender,
      learn: (value) => void learned.push(value),
      findProfile: () => (profile ? Promise.resolve(profile) : Promise.reject(new Error('not asked for'))),
    },
    { callId: randomUUID(), signal },
  );
}

/** The secrets that the log was told to leave out. */
const learned: string[] = [];

const states = (report: ConnectionReport): Record<string, string> =>
  Object.fromEntries(report.steps.map(({ name, state }) => [name, state]));
const wordsOf = (report: ConnectionReport, name: string): string =>
  report.steps.find((step) => step.name === name)?.words ?? '';

const ALL_OK = {
  Settings: 'ok',
  DNS: 'ok',
  Connection: 'ok',
  Reachability: 'ok',
  'Token accepted': 'ok',
  'Scope present': 'ok',
};

describe('testConnection', () => {
  it('passes if the session that does not exist is not found, and sends the token in one request only', async () => {
    const { baseUrl, seen } = await serve((response) =>
      response.writeHead(404).end(error(404, 'not_found', 'no')),
    );
    const report = await tryIt({ draft: { baseUrl }, saved: { baseUrl } });
    expect(states(report)).toEqual(ALL_OK);
    expect(seen).toEqual([undefined, `Bearer ${GOOD}`]);
    expect(wordsOf(report, 'Token accepted')).toMatch(/expires in \d+ years/);
  });

  it.each<[number, string, string, string, RegExp]>([
    [
      401,
      error(401, 'unauthorized', 'No valid API authentication found'),
      'failed',
      'skipped',
      /authentication found/,
    ],
    [403, error(403, 'forbidden', 'Generic error'), 'ok', 'failed', /tokens without permission/],
    [403, '<h1>Blocked</h1>', 'unclear', 'ok', /not with the error of this API/],
    [404, '<h1>Not here</h1>', 'unclear', 'ok', /wrong path/],
    [200, JSON.stringify({ id: PROBE_SESSION_ID }), 'ok', 'ok', /The service accepts it/],
    [200, '<form>Sign in to the network</form>', 'unclear', 'ok', /not with the session/],
    [200, JSON.stringify({ ok: true }), 'unclear', 'ok', /not with the session/],
    [429, '', 'unclear', 'ok', /too often/],
    [302, '', 'unclear', 'ok', /redirect: it is not followed/],
    [500, error(500, 'server_error', 'oops'), 'unclear', 'ok', /500.*oops/],
  ])('judges token and scope by the answer %i', async (status, body, token, scope, words) => {
    const { baseUrl } = await serve((response, headers) => {
      if (headers.authorization === undefined) response.writeHead(401).end();
      else response.writeHead(status, { location: 'https://elsewhere.example/' }).end(body);
    });
    const report = await tryIt({ draft: { baseUrl }, saved: { baseUrl } });
    expect(states(report)).toMatchObject({ 'Token accepted': token, 'Scope present': scope });
    expect(wordsOf(report, 'Token accepted')).toMatch(words);
  });

  it('asks for the stored token for the exact address under test, and sends none if it is refused', async () => {
    const here = await serve((response) => response.writeHead(404).end());
    const savedUrl = here.baseUrl.replace('127.0.0.1', 'localhost');
    const asked: Profile[] = [];
    const bearerFor = (profile: Profile): Promise<string> => {
      asked.push(profile);
      const title = `The token stays at ${savedUrl}`;
      return Promise.reject(
        new ProblemError({ code: 'credential-detached', title, meaning: '', nextStep: '', detail: null }),
      );
    };
    const report = await tryIt({ draft: { baseUrl: here.baseUrl }, saved: { baseUrl: savedUrl }, bearerFor });
    expect(states(report)).toMatchObject({ Reachability: 'ok', 'Token accepted': 'skipped' });
    expect(wordsOf(report, 'Token accepted')).toContain(`the token stays at ${savedUrl}. Save the profile`);
    expect(asked).toMatchObject([{ id: 'p', baseUrl: here.baseUrl }]);
    expect(here.seen.filter((value) => value !== undefined)).toEqual([]);
  });

  it('uses the token from the form, cleaned, even for an unsaved profile', async () => {
    const { baseUrl, seen } = await serve((response) =>
      response.writeHead(404).end(error(404, 'not_found', 'no')),
    );
    const report = await tryIt({
      draft: { baseUrl },
      secret: { kind: 'token', token: ' "Bearer abc\ndef" ' },
    });
    expect(states(report)).toEqual(ALL_OK);
    expect(seen.at(-1)).toBe('Bearer abcdef');
  });

  it('never repeats a token that the service echoes', async () => {
    const token = 'a-secret-of-the-form';
    const { baseUrl } = await serve((response, { authorization }) =>
      response.writeHead(401).end(error(401, 'unauthorized', `not valid: ${authorization ?? 'nothing'}`)),
    );
    const report = await tryIt({ draft: { baseUrl }, secret: { kind: 'token', token } });
    expect(wordsOf(report, 'Token accepted')).toContain('not valid: Bearer');
    expect(JSON.stringify(report)).not.toContain(token);
  });

  it('skips the token steps without a token, and fails them with the reason if the keychain refuses', async () => {
    const { baseUrl } = await serve((response) => response.writeHead(401).end());
    const problem = (code: string, title: string): ProblemError =>
      new ProblemError({ code, title, meaning: 'M.', nextStep: 'Do this.', detail: null });
    const none = await tryIt({ draft: { baseUrl } });
    expect(states(none)).toMatchObject({
      Reachability: 'ok',
      'Token accepted': 'skipped',
      'Scope present': 'skipped',
    });
    const empty = await tryIt({
      draft: { baseUrl },
      saved: { baseUrl },
      bearerFor: () => Promise.reject(problem('no-credential', 'This profile has no access token')),
    });
    expect(wordsOf(empty, 'Token accepted')).toBe('Not tried: this profile has no access token. Do this.');
    const locked = await tryIt({
      draft: { baseUrl },
      saved: { baseUrl },
      bearerFor: () => Promise.reject(problem('keychain-locked', 'The secret could not be read')),
    });
    expect(states(locked)).toMatchObject({ 'Token accepted': 'failed', 'Scope present': 'skipped' });
    expect(wordsOf(locked, 'Token accepted')).toContain('could not be read');
  });

  it('lists every step even when it cannot connect, and then asks for no token', async () => {
    const report = await tryIt({
      draft: { baseUrl: 'https://127.0.0.1:1' },
      saved: { baseUrl: 'https://127.0.0.1:1' },
      bearerFor: () => Promise.reject(new Error('nobody may ask')),
    });
    expect(states(report)).toEqual({
      Settings: 'ok',
      DNS: 'ok',
      Connection: 'failed',
      TLS: 'skipped',
      Reachability: 'skipped',
      'Token accepted': 'skipped',
      'Scope present': 'skipped',
    });
  });

  it('is recorded as a connection test, even for an unsaved profile, and without the token', async () => {
    const { baseUrl } = await serve((response) => response.writeHead(404).end(error(404, 'not_found', 'no')));
    await tryIt({ draft: { baseUrl }, secret: { kind: 'token', token: 'a-secret-of-the-form' } });
    expect(app.noted).toMatchObject([
      {
        exchange: {
          purpose: 'connection-test',
          operation: 'get_checkout_session',
          response: { status: 404 },
          retries: [],
        },
      },
    ]);
    expect(JSON.stringify(app.noted.map(({ exchange }) => exchange))).not.toContain('a-secret-of-the-form');
    await tryIt({ draft: { baseUrl }, saved: { baseUrl } });
    expect(app.noted).toMatchObject([{ exchange: { purpose: 'connection-test', profile: { id: 'p' } } }]);
    expect(app.questions).toEqual([]);
  });

  it('is sent once even when answered 502, and recorded when answered 502 or cancelled', async () => {
    const { baseUrl, seen } = await serve((response, headers) => {
      if (headers.authorization === undefined) response.writeHead(401).end();
      else response.writeHead(502, { 'retry-after': '0' }).end();
    });
    await tryIt({ draft: { baseUrl }, saved: { baseUrl } });
    expect(seen).toEqual([undefined, `Bearer ${GOOD}`]);
    expect(app.noted).toMatchObject([{ exchange: { response: { status: 502 }, retries: [] } }]);
    const stop = new AbortController();
    const silent = await serve((response, headers) => {
      if (headers.authorization === undefined) response.writeHead(401).end();
      else stop.abort();
    });
    await tryIt({
      draft: { baseUrl: silent.baseUrl },
      saved: { baseUrl: silent.baseUrl },
      signal: stop.signal,
    });
    expect(app.noted).toMatchObject([
      { exchange: { purpose: 'connection-test', outcome: { kind: 'cancelled' }, response: null } },
    ]);
  });

  it('asks nobody if it was cancelled before it began, for example by the end of the app', async () => {
    const { baseUrl, seen } = await serve((response) => response.writeHead(401).end());
    const report = await tryIt({ draft: { baseUrl }, saved: { baseUrl }, signal: AbortSignal.abort() });
    expect(seen).toEqual([]);
    expect(Object.values(states(report))).not.toContain('failed');
  });

  it('reports no step as failed when it is cancelled', async () => {
    for (const cancelledAt of [1, 2]) {
      const stop = new AbortController();
      const { baseUrl, seen } = await serve((response) => {
        if (seen.length === cancelledAt) stop.abort();
        else response.writeHead(401).end();
      });
      const report = await tryIt({ draft: { baseUrl }, saved: { baseUrl }, signal: stop.signal });
      const cancelled = cancelledAt === 1 ? 'Reachability' : 'Token accepted';
      expect(states(report)).toMatchObject({
        Connection: 'ok',
        [cancelled]: 'skipped',
        'Scope present': 'skipped',
      });
      expect(Object.values(states(report))).not.toContain('failed');
      expect(wordsOf(report, cancelled)).toMatch(/^Cancelled/);
    }
  });

  it('reports the difference between the clocks', async () => {
    const { baseUrl } = await serve((response) =>
      response
        .writeHead(404, { date: new Date(Date.now() + 3_600_000).toUTCString() })
        .end(error(404, 'not_found', 'no')),
    );
    const { clockSkewMs } = await tryIt({ draft: { baseUrl }, saved: { baseUrl } });
    expect(clockSkewMs).toBeGreaterThan(3_590_000);
    expect(clockSkewMs).toBeLessThan(3_601_000);
  });

  it('refuses an unusable form, and names the field or problem', async () => {
    await expect(tryIt({ draft: { baseUrl: 'http://example.com' } })).rejects.toMatchObject({
      problem: { field: 'Base URL' },
    });
    await expect(tryIt({ draft: { baseUrl: null } })).rejects.toMatchObject({
      problem: { code: 'no-base-url' },
    });
    await expect(
      tryIt({
        draft: { baseUrl: (await serve((response) => response.end())).baseUrl },
        secret: { kind: 'token', token: ' ' },
      }),
    ).rejects.toMatchObject({ problem: { field: 'Access token' } });
  });

  it('passes the token from the form to the redactor of the log', async () => {
    const { baseUrl } = await serve((response) => response.end());
    await tryIt({ draft: { baseUrl }, secret: { kind: 'token', token: 'tried-once-canary' } });
    expect(learned).toContain('tried-once-canary');
  });
});
