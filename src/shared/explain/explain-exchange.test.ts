import { describe, expect, it, vi } from 'vitest';
import type { Exchange, HeaderList } from '../http/exchange';
import type { TokenClaims } from '../profiles/credential';
import type { ExplainContext } from './explain-context';
import { isUnsettled } from '../http/unsettled';
import { explainExchange } from './explain-exchange';
import { binary, context, error, exchange, forwarded, none } from './explained.fixture';

describe('explainExchange', () => {
  it('says nothing about a success', () => {
    expect(explainExchange(exchange(200, '{"id":1}'), context)).toBeNull();
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
      explainExchange(exchange(400, JSON.stringify({ ...body, details })), context)?.nextStep;
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
    const bare = '{"type":"error","code":"too_early","status":425}';
    expect(explainExchange(exchange(425, bare), context)).toMatchObject({
      code: 'status-425',
      meaning: 'The service is not ready to act on this yet.',
    });
    const other = '{"type":"error","code":"unauthorized","status":401}';
    expect(explainExchange(exchange(404, other), context)?.meaning).toMatch(
      /^The body is an error object with the code unauthorized\. When something/,
    );
  });

  it('explains the empty 422 without calling it malformed', () => {
    const problem = explainExchange(exchange(422, none), context);
    expect(problem?.meaning).toContain('payment method');
    expect(problem?.meaning).not.toContain('something between');
  });

  it('mentions an ID only if the path has one, and a session only if one was asked for', () => {
    const buyers = (status: number, body: Parameters<typeof exchange>[1]) =>
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

  it.each([
    ['a date', 'Fri, 04 Dec 2026 16:01:30 GMT', 'The answer asks you to wait: 1 min 30 s (Retry-After: '],
    ['a date that is over', 'Fri, 04 Dec 2026 15:59:00 GMT', 'wait is over (Retry-After: '],
    ['neither', 'soon', 'The answer asks you to wait: Retry-After: '],
  ])(
    'says what is left until a Retry-After that is %s, by the clock of the service',
    (_what, value, words) => {
      const headers: HeaderList = [
        ['Date', 'Fri, 04 Dec 2026 16:00:00 GMT'],
        ['Retry-After', value],
      ];
      const problem = explainExchange(exchange(429, error(429, 'x', 'y'), headers), context);
      expect(problem?.nextStep).toContain(words + value);
    },
  );

  it.each([425, 500, 503])(
    'passes it on with a %i, too: a moment would be too soon during maintenance',
    (status) => {
      const got = exchange(status, '<h1>Maintenance</h1>', [['Retry-After', '3600']]);
      expect(explainExchange(got, context)?.nextStep).toContain(
        'asks you to wait: 1 h (Retry-After: 3600). Then try',
      );
    },
  );

  it('says what the specification says of a status, and mentions a redirect only if it leads somewhere', () => {
    const page = '<h1>Sorry</h1>';
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
    const page = '<h1>Sorry</h1>';
    for (const header of ['content-type', 'retry-after', 'content-encoding'])
      for (const got of [exchange(503, page, [[header, long]]), exchange(200, binary, [[header, long]])]) {
        const { meaning = '', nextStep = '' } = explainExchange(got, context) ?? {};
        expect(meaning.length + nextStep.length).toBeLessThan(1_500);
      }
    const endless = exchange(503, page, [['retry-after', '9'.repeat(200)]]);
    expect(explainExchange(endless, context)?.nextStep).toContain('wait: Retry-After: 999');
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
      'api.example answered 200, but not all of the answer was read; the request only reads.',
    );
    const unanswered = { ...begun, response: null };
    expect(explainExchange(unanswered, context)?.meaning).toContain('may have received the request');
    const charged = { ...begun, request: { ...begun.request, method: 'POST' } };
    expect(explainExchange(charged, context)).toMatchObject({
      meaning: 'api.example answered 200, but not all of the answer was read.',
      nextStep: 'Before you send it again, check on the other side whether it took effect.',
    });
  });
});
