import { describe, expect, it, vi } from 'vitest';
import type { Body, Exchange, HeaderList, Outcome } from '../http/exchange';
import type { TokenClaims } from '../profiles/credential';
import type { ExplainContext } from './explain-context';
import { isUnsettled } from '../http/unsettled';
import { explainExchange } from './explain-exchange';

const context: ExplainContext = { requiredScope: 'checkout-sessions.read', credential: null };

function exchange(
  status: number,
  body: Body,
  headers: HeaderList = [],
  outcome: Outcome = { kind: 'answered' },
): Exchange {
  return {
    id: 'e',
    operation: 'get_checkout_session',
    profile: {
      id: 'p',
      name: 'Sandbox EU',
      environment: 'sandbox',
      baseUrl: 'https://api.example.test/v1',
      merchantAccountId: 'acme',
      merchantHeader: 'x-service-merchant-account-id',
    },
    startedAt: '2026-11-21T00:00:00.000Z',
    request: { method: 'GET', url: 'https://api.example.test/v1/x', headers: [], body: { kind: 'none' } },
    response: { status, statusText: '', httpVersion: '1.1', headers, body, wireBytes: 0, tls: null },
    timings: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, downloadMs: null, totalMs: 1 },
    outcome,
    check: { kind: 'checked' },
    findings: [],
    moreFindings: 0,
    retries: [],
  };
}

const none: Body = { kind: 'none' };
const binary: Body = { kind: 'stored', bodyId: 'b', bytes: 9, encoding: 'binary', complete: true };
const text = (value: string): Body => ({ kind: 'text', text: value, bytes: value.length, bodyId: null });
const error = (status: number, code: string, message: string): Body =>
  text(JSON.stringify({ type: 'error', code, status, message, details: [] }));

describe('explainExchange', () => {
  it('says nothing about a success', () => {
    expect(explainExchange(exchange(200, text('{"id":1}')), context)).toBeNull();
  });

  it('says of a read that was cancelled while it waited for another try that it waited, not that it may have arrived', () => {
    const cancelled = exchange(0, none, [], { kind: 'cancelled', mayHaveArrived: true });
    const retry = { startedAt: cancelled.startedAt, reason: 'status 429 with Retry-After', waitedMs: 9 };
    const meaningOf = (retries: Exchange['retries']) =>
      explainExchange({ ...cancelled, response: null, retries }, context)?.meaning;
    expect(meaningOf([retry])).toBe('It was waiting to try again (status 429 with Retry-After).');
    expect(meaningOf([{ ...retry, startedAt: '2026-11-20T23:59:00.000Z' }])).toContain('may have received');
  });

  it('refers to the details of a 400 only if there are some', () => {
    const detail = { location: 'path', pointer: '/session_id', message: 'no UUID', type: 'value_error' };
    const body = { type: 'error', code: 'bad_request', status: 400, message: 'Generic error' };
    const nextStepOf = (details: readonly unknown[]): string | undefined =>
      explainExchange(exchange(400, text(JSON.stringify({ ...body, details }))), context)?.nextStep;
    expect(nextStepOf([detail])).toContain('the details below');
    expect(nextStepOf([])).toBe(
      'The answer does not say where in the request the problem is: look at what was sent.',
    );
    expect(explainExchange(exchange(400, none), context)?.nextStep).not.toContain('below');
  });

  it.each([400, 401, 403, 404, 405, 409, 425, 429, 500, 502, 504])(
    'explains %i with what the service says, a next step and the raw body',
    (status) => {
      const problem = explainExchange(
        exchange(status, error(status, status === 404 ? 'not_found' : 'code', 'Said by the service')),
        context,
      );
      expect(problem?.code).toBe(`status-${status}`);
      if (status !== 401 && status !== 404) expect(problem?.title).toContain(String(status));
      expect(problem?.meaning).toContain('Said by the service');
      expect(problem?.nextStep).not.toBe('');
      expect(problem?.detail).toContain('"type":"error"');
    },
  );

  it('quotes no message if the error object has none', () => {
    const bare = text('{"type":"error","code":"too_early","status":425}');
    expect(explainExchange(exchange(425, bare), context)).toMatchObject({
      code: 'status-425',
      meaning: 'The service is not ready to act on this yet.',
    });
    const other = text('{"type":"error","code":"unauthorized","status":401}');
    expect(explainExchange(exchange(404, other), context)?.meaning).toMatch(
      /^The body is an error object with the code unauthorized\. When something/,
    );
  });

  it('explains the empty 422 without calling it malformed', () => {
    const problem = explainExchange(exchange(422, none), context);
    expect(problem?.meaning).toContain('payment method');
    expect(problem?.meaning).not.toContain('something between');
  });

  it('names the payment methods that were sent when Vault Forward answers 422', () => {
    const ids = '11111111-0000-4000-8000-000000000001,22222222-0000-4000-8000-000000000002';
    const sent = exchange(422, none);
    const problem = explainExchange(
      {
        ...sent,
        operation: 'vault_forward',
        request: { ...sent.request, headers: [['X-Vault-Forward-Payment-Methods', ids]] },
      },
      context,
    );
    expect(problem?.meaning).toContain(ids);
    expect(problem?.meaning).not.toMatch(/session|something between/);
    expect(problem?.nextStep).toMatch(/deleted.*other than sandbox.*other than acme/);
    // The command line has no such tab.
    expect(problem?.nextStep).not.toContain('Cards');
  });

  const forwarded = (status: number, body: Body) =>
    explainExchange({ ...exchange(status, body), operation: 'vault_forward' }, context);

  it.each([
    [400, error(400, 'bad_request', 'no')],
    [422, none],
    [422, text('{"declined":true}')],
    [402, text('<p>')],
    [500, error(500, 'server_error', 'no')],
  ])('leaves open who answered Vault Forward with a %i', (status, body) => {
    const problem = forwarded(status, body);
    expect(problem?.meaning).toContain('The destination may have answered instead');
    expect(problem?.meaning).not.toMatch(/The service says|something between/);
    expect(problem?.title).not.toMatch(/does not exist|the service failed/);
  });

  it.each([
    [302, none, [['location', 'https://psp.example/3ds']]],
    [402, text('{"declined":true}'), []],
    [422, text('{"declined":true}'), []],
    [503, none, []],
  ] as const)(
    'of a %i that is not the service’s error, claims neither that it has a meaning nor that it is ruled out',
    (status, body, headers) => {
      const answered = { ...exchange(status, body, headers), operation: 'vault_forward' } as const;
      const problem = explainExchange(answered, context);
      expect(problem?.meaning).toContain('The destination may have answered instead');
      expect(`${problem?.title} ${problem?.meaning}`).not.toMatch(/what the service means|not in the spec/);
    },
  );

  it('does not send anybody to a destination that refused the connection, if the answer says so', () => {
    const url = ['x-vault-forward-url', 'https://psp.example:1/charge'] as const;
    const wordsOf = (said: string) => {
      const failed = exchange(502, error(502, 'bad_gateway', said));
      return explainExchange(
        {
          ...failed,
          operation: 'vault_forward',
          request: { ...failed.request, method: 'POST', headers: [url] },
        },
        context,
      );
    };
    const refused = wordsOf('The destination refused the connection.');
    expect(refused?.title).toBe('502: the answer says that psp.example:1 refused the connection');
    expect(refused?.meaning).toMatch(
      /^If this answer is the service’s own, nothing reached the destination\. /,
    );
    expect(refused?.nextStep).not.toContain('find out');
    expect(wordsOf('Bad gateway.')?.nextStep).toContain('find out whether the destination received it');
  });

  it('mentions an ID only if the path has one, and a session only if one was asked for', () => {
    const buyers = (status: number, body: Body) =>
      explainExchange({ ...exchange(status, body), operation: 'list_buyers' }, context);
    const missing = buyers(404, error(404, 'not_found', 'no'));
    expect(missing?.meaning).toContain('found at this address on Sandbox EU, with merchant account acme');
    expect(`${missing?.meaning} ${missing?.nextStep}`).not.toMatch(/\bID\b/);
    expect(buyers(422, none)?.meaning).not.toContain('session');
    const free = { ...exchange(404, error(404, 'not_found', 'no')), operation: 'free' } as const;
    expect(explainExchange(free, context)).toMatchObject({
      meaning: missing?.meaning,
      nextStep: expect.stringMatching(/^Check the path and the base URL/) as string,
    });
    expect(forwarded(404, error(404, 'not_found', 'no'))?.meaning).not.toMatch(/\bID\b/);
  });

  it('expects no error object for a status that the specification does not list', () => {
    expect(explainExchange(exchange(304, none), context)?.meaning).toBe(
      'The specification does not list this status. The answer has no body.',
    );
  });

  it('does not say that a 422 with a body has none', () => {
    expect(forwarded(422, text('{}'))?.meaning).not.toMatch(/^From the service|session/);
  });

  it('does not expect JSON from a destination', () => {
    expect(forwarded(200, text('fine'))).toBeNull();
  });

  it('goes by the place that a 403 points to, not by the token', () => {
    const refused = (pointer: string) => {
      const details = [{ location: 'header', pointer, message: 'no', type: 'value_error' }];
      return forwarded(
        403,
        text(JSON.stringify({ type: 'error', code: 'forbidden', status: 403, message: 'no', details })),
      );
    };
    const problem = refused('/x-vault-forward-url');
    expect(problem?.meaning).toContain('points to x-vault-forward-url');
    expect(`${problem?.meaning} ${problem?.nextStep}`).not.toMatch(/scope|token|credentials/);
    expect(refused('/authorization')?.nextStep).toContain('scope');
  });

  it('names the scope a 403 needs, and those the token has', () => {
    const problem = explainExchange(exchange(403, error(403, 'forbidden', 'no')), {
      ...context,
      credential: {
        profileId: 'p',
        kind: 'token',
        home: 'keychain',
        claims: {
          issuer: null,
          subject: null,
          scopes: ['buyers.read'],
          issuedAt: null,
          notBefore: null,
          expiresAt: null,
          oddTimes: [],
          algorithm: null,
          keyId: null,
        },
      },
    });
    expect(problem?.meaning).toContain(
      'requires the scope checkout-sessions.read; the token has buyers.read',
    );
  });

  it('mentions this computer’s clock if a 401 may come from it, and suggests no token other than the key can sign', () => {
    const key = { profileId: 'p', kind: 'signing-key', home: 'keychain', keyId: 'k', scopes: [] } as const;
    const signed = { ...context, credential: { ...key, lifetimeSeconds: 600, issuer: null } };
    const claims = { expiresAt: '2026-11-21T00:05:00.000Z' } as TokenClaims;
    const token = {
      ...context,
      credential: { profileId: 'p', kind: 'token', home: 'keychain', claims } as const,
    };
    const said = (date: string, known: ExplainContext) =>
      explainExchange(exchange(401, error(401, 'unauthorized', 'no'), [['date', date]]), known);
    vi.setSystemTime('2026-11-21T00:00:00.000Z');
    const behind = said('Fri, 20 Nov 2026 23:50:00 GMT', signed);
    expect(behind?.meaning).toContain('The service’s clock is 9 min 59 s behind this computer’s.');
    expect(behind?.nextStep).toBe(
      'Set the clock of this computer: a token that is signed here is valid according to this clock only.',
    );
    const agreeing = said('Sat, 21 Nov 2026 00:00:00 GMT', signed);
    expect(agreeing?.meaning).not.toContain('clock');
    expect(agreeing?.nextStep).toMatch(/^Check the signing key/);
    expect(said('Sat, 21 Nov 2026 00:00:00 GMT', token)?.nextStep).toMatch(/^Enter a fresh access token/);
    expect(said('Sat, 21 Nov 2026 00:00:00 GMT', token)?.meaning).toContain('has not expired');
    expect(said('Sat, 21 Nov 2026 00:10:00 GMT', token)?.meaning).toContain(
      'The token expired at 21 Nov 2026 00:05:00 UTC.',
    );
    const early = { ...claims, notBefore: '2026-11-21T00:03:00.000Z' };
    expect(
      said('Sat, 21 Nov 2026 00:00:00 GMT', {
        ...token,
        credential: { ...token.credential, claims: early },
      })?.meaning,
    ).toContain('The token is not valid before 21 Nov 2026 00:03:00 UTC. The service did not accept it');
    vi.useRealTimers();
  });

  it('says that a token is not accepted only if the API itself answered and a token was sent', () => {
    const refused = exchange(401, error(401, 'unauthorized', 'no'));
    expect(explainExchange(refused, context)?.title).toBe(
      'The service does not accept the token of Sandbox EU',
    );
    const forwarded = { ...refused, operation: 'vault_forward' as const };
    expect(explainExchange(forwarded, context)?.title).toBe('401: no valid authentication');
    const unsent = { ...context, credential: { profileId: 'eu', kind: 'none' } as const };
    expect(explainExchange(refused, unsent)?.title).toBe('401: no valid authentication');
  });

  it('names profile, environment and merchant account of a 404', () => {
    const problem = explainExchange(exchange(404, error(404, 'not_found', 'no')), context);
    expect(problem?.title).toBe('No session with this ID on Sandbox EU');
    expect(problem?.meaning).toMatch(/^Looked up on Sandbox EU, with merchant account acme\. /);
  });

  it('names the environment if the profile’s name does not, and the default merchant account', () => {
    const missing = exchange(404, error(404, 'not_found', 'no'));
    const profile = { ...missing.profile, name: 'EU', merchantAccountId: null };
    expect(explainExchange({ ...missing, profile }, context)?.meaning).toMatch(
      /^Looked up on EU \(sandbox\), with the service’s default merchant account\. /,
    );
  });

  it.each([
    ['text/html', text('<h1>Not here</h1>'), 'The body is text/html.'],
    ['text/plain', none, 'The answer has no body.'],
    ['application/json', text('{"error":"no route matched"}'), 'The body is JSON, but not the error object'],
    ['application/json', error(401, 'unauthorized', 'no'), 'an error object with the code unauthorized'],
  ] as const)('does not treat a foreign 404 as an answer about the ID: %s, %j', (type, body, words) => {
    const got = exchange(404, body, [['content-type', type]]);
    const problem = explainExchange(got, context);
    expect(problem).toMatchObject({ code: 'not-api', title: 'Status 404, but not the API’s answer' });
    expect(problem?.meaning).toContain(words);
    expect(problem?.meaning).not.toContain('There is nothing');
    expect(problem?.nextStep).toContain('Check the base URL of the profile');
    // The destination may answer as it likes.
    expect(explainExchange({ ...got, operation: 'vault_forward' }, context)?.code).toBe('status-404');
  });

  it.each([
    [400, 'Check the base URL'],
    [401, 'Check the base URL'],
    [403, 'Check the base URL'],
    [405, 'Check the base URL'],
    [409, 'Check the base URL'],
    [422, 'Check the base URL'],
    [425, 'Wait a moment'],
    [429, 'Wait a little'],
    [500, 'Wait a moment'],
    [502, 'Wait a moment'],
  ] as const)('explains a foreign %i by its status, not by the API', (status, next) => {
    const got = exchange(status, text('<h1>Stop</h1>'), [['content-type', 'text/html']]);
    const problem = explainExchange(got, context);
    expect(problem).toMatchObject({
      code: 'not-api',
      title: `Status ${status}, but not the API’s answer`,
      detail: '<h1>Stop</h1>',
    });
    expect(problem?.meaning).toContain('The body is text/html.');
    expect(problem?.meaning).toContain('something else may have answered');
    expect(problem?.meaning).not.toMatch(/token|permission|payment method|record|request rate/);
    expect(problem?.nextStep).toContain(next);
    // The destination may answer as it likes.
    expect(explainExchange({ ...got, operation: 'vault_forward' }, context)?.code).toBe(`status-${status}`);
  });

  it.each([
    ['0', '0 s'],
    ['7', '7 s'],
    ['5400', '1 h 30 min'],
    ['3599', '59 min 59 s'],
    ['99999999', '3 years'],
  ])('passes on how long a 429 asks to wait: %s', (retryAfter, words) => {
    const problem = explainExchange(
      exchange(429, error(429, 'x', 'y'), [['Retry-After', retryAfter]]),
      context,
    );
    expect(problem?.nextStep).toContain(`asks you to wait: ${words} (Retry-After: ${retryAfter})`);
  });

  it.each([425, 500, 503])(
    'passes it on with a %i, too: a moment would be too soon during maintenance',
    (status) => {
      const got = exchange(status, text('<h1>Maintenance</h1>'), [['Retry-After', '3600']]);
      expect(explainExchange(got, context)?.nextStep).toContain(
        'asks you to wait: 1 h (Retry-After: 3600). Then try',
      );
    },
  );

  it('says that HTML is not the API’s answer, with an error status and with 200', () => {
    const html: HeaderList = [['content-type', 'text/html']];
    const json: HeaderList = [['content-type', 'application/json']];
    expect(explainExchange(exchange(502, text('<h1>'), html), context)?.meaning).toContain(
      'something else may have answered',
    );
    const meaningOf = (...of: Parameters<typeof exchange>): string =>
      explainExchange(exchange(...of), context)?.meaning ?? '';
    expect(explainExchange(exchange(200, text('<h1>'), html), context)?.code).toBe('not-json');
    expect(meaningOf(200, text('<h1>'), html)).toContain('The body is text/html.');
    expect(meaningOf(200, text('<h1>'), json)).toContain(
      'The body says it is application/json, but it is not:',
    );
    expect(meaningOf(200, none, json)).toContain('The answer has no body.');
  });

  it('says that JSON with 200 that is not an object is not a session, but not for another operation', () => {
    const json: HeaderList = [['content-type', 'application/json']];
    const codeOf = (body: string, operation?: 'list_buyers'): string | undefined => {
      const answered = exchange(200, text(body), json);
      return explainExchange(operation ? { ...answered, operation } : answered, context)?.code;
    };
    expect(['null', ' null\n', '[]', '"a"', '1', '{}', '{"ok": true}'].map((body) => codeOf(body))).toEqual(
      Array.from({ length: 7 }, () => 'not-a-session'),
    );
    expect(codeOf('\n {"id": 1}')).toBeUndefined();
    expect(codeOf('null', 'list_buyers')).toBeUndefined();
  });

  it('says what the specification says of a status, and mentions a redirect only if it leads somewhere', () => {
    const page = text('<h1>Sorry</h1>');
    const explained = (status: number, headers: HeaderList = []) =>
      explainExchange(exchange(status, page, [['content-type', 'text/html'], ...headers]), context);
    expect(explained(502)?.meaning).toContain('With this status the API gives its error object');
    for (const status of [501, 503, 511])
      expect(explained(status)?.meaning).toContain('The specification does not list this status');
    const moved = explained(302, [['Location', 'https://elsewhere.example']]);
    expect(moved?.nextStep).toContain('base URL');
    const leading = exchange(302, none, [
      ['Location', 'https://elsewhere.example/in?access_token=SECRET&card=4111111111111111'],
    ]);
    const { meaning = '' } = explainExchange(leading, context) ?? {};
    expect(meaning).toContain(
      'The answer points to another address, https://elsewhere.example/in?access_token=',
    );
    expect(meaning).not.toMatch(/SECRET|4111111111111111/);
    expect(meaning).toContain('Redirects are never followed');
    expect(explainExchange(exchange(302, none, [['Location', ' ']]), context)?.title).toBe(
      '302: not in the specification',
    );
    expect(explainExchange(exchange(304, none), context)?.title).toBe('304: not in the specification');
    const duplicate = exchange(409, error(409, 'duplicate_record', 'Generic error'));
    expect(explainExchange(duplicate, context)?.nextStep).toBe('Look at the response as it was received.');
    const made = { ...duplicate, request: { ...duplicate.request, method: 'POST' } };
    expect(explainExchange(made, context)?.nextStep).toContain('Look up the existing one');
  });

  it('repeats no more of a header than a person would read', () => {
    const long = 'x'.repeat(100_000);
    const page = text('<h1>Sorry</h1>');
    for (const header of ['content-type', 'retry-after', 'content-encoding'])
      for (const got of [exchange(503, page, [[header, long]]), exchange(200, binary, [[header, long]])]) {
        const { meaning = '', nextStep = '' } = explainExchange(got, context) ?? {};
        expect(meaning.length + nextStep.length).toBeLessThan(1_500);
      }
    const endless = exchange(503, page, [['retry-after', '9'.repeat(200)]]);
    expect(explainExchange(endless, context)?.nextStep).toContain('wait: Retry-After: 999');
  });

  it('says of a 200 whose body is no text that it is none, and names a coding that it may still have', () => {
    const json = ['content-type', 'application/json'] as const;
    const problem = explainExchange(exchange(200, binary, [json, ['content-encoding', 'zstd']]), context);
    expect(problem).toMatchObject({ code: 'not-json' });
    expect(problem?.meaning).toContain(
      'The body says it is application/json, but it is not text in UTF-8 or in a charset it names; its content-encoding is zstd.',
    );
  });

  it('does not take an error object with status 200 for a session', () => {
    const problem = explainExchange(exchange(200, error(404, 'not_found', 'No such session')), context);
    expect(problem).toMatchObject({ code: 'not-a-session', title: 'Status 200, but not a session' });
    expect(problem?.meaning).toContain('The body is an error object with the code not_found');
    expect(problem?.meaning).toContain('No such session');
  });

  it('never advises to simply resend what may have charged a card', () => {
    for (const status of [500, 502, 503, 504]) {
      const got = exchange(status, none);
      expect(explainExchange(got, context)?.nextStep).toContain('Then try again');
      const posted = { ...got, request: { ...got.request, method: 'POST' } };
      const { nextStep = '' } = explainExchange(posted, context) ?? {};
      expect(nextStep).toContain('Before you send it again, find out');
      // The guard asks only about an answer that leaves the outcome open.
      const isAsked = isUnsettled(posted);
      expect(isAsked).toBe(status === 502 || status === 504);
      expect(nextStep.includes('The app does not ask')).toBe(!isAsked);
    }
    for (const status of [408, 499]) {
      const got = exchange(status, none);
      const forwarded = {
        ...got,
        operation: 'vault_forward',
        request: { ...got.request, method: 'POST' },
      } as const;
      expect(explainExchange(forwarded, context)?.nextStep).toContain('Before you send it again, find out');
    }
  });

  it.each([425, 429])('says of a %i that nothing was carried out, and asks for no check', (status) => {
    const got = exchange(status, none);
    const posted = { ...got, request: { ...got.request, method: 'POST' } };
    const { nextStep } = explainExchange(posted, context) ?? {};
    expect(nextStep).toContain('Then send it again: this status says that nothing was carried out.');
    expect(nextStep).not.toContain('find out');
  });

  it('distinguishes a request that never left from one that may have arrived', () => {
    const lost = (mayHaveArrived: boolean): string | undefined =>
      explainExchange(
        {
          ...exchange(0, none, [], {
            kind: 'failed',
            failure: 'reset',
            detail: 'ECONNRESET',
            mayHaveArrived,
          }),
          response: null,
        },
        context,
      )?.meaning;
    expect(lost(true)).toContain('may have received the request');
    expect(lost(false)).toContain('did not receive the request');
    const begun = exchange(200, none, [], { kind: 'cancelled', mayHaveArrived: true });
    expect(explainExchange(begun, context)?.meaning).toBe(
      'api.example.test answered 200, but not all of the answer was read; the request only reads.',
    );
    const unanswered = { ...begun, response: null };
    expect(explainExchange(unanswered, context)?.meaning).toContain('may have received the request');
    const charged = { ...begun, request: { ...begun.request, method: 'POST' } };
    expect(explainExchange(charged, context)).toMatchObject({
      meaning: 'api.example.test answered 200, but not all of the answer was read.',
      nextStep: 'Before you send it again, check on the other side whether it took effect.',
    });
  });
});
