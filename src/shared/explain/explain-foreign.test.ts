import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../http/exchange';
import { explainExchange } from './explain-exchange';
import { binary, context, error, exchange, forwarded, none } from './explained.fixture';

describe('explainExchange, of an answer that may be somebody else’s', () => {
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

  it.each([
    [400, error(400, 'bad_request', 'no')],
    [422, none],
    [422, '{"declined":true}'],
    [402, '<p>'],
    [500, error(500, 'server_error', 'no')],
  ])('leaves open who answered Vault Forward with a %i', (status, body) => {
    const problem = forwarded(status, body);
    expect(problem?.meaning).toContain('The destination may have answered instead');
    expect(problem?.meaning).not.toMatch(/The service says|something between/);
    expect(problem?.title).not.toMatch(/does not exist|the service failed/);
  });

  it.each([
    [302, none, [['location', 'https://psp.example/3ds']]],
    [402, '{"declined":true}', []],
    [422, '{"declined":true}', []],
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

  it('does not say that a 422 with a body has none', () => {
    expect(forwarded(422, '{}')?.meaning).not.toMatch(/^From the service|session/);
  });

  it('does not expect JSON from a destination', () => {
    expect(forwarded(200, 'fine')).toBeNull();
  });

  it('goes by the place that a 403 points to, not by the token', () => {
    const refused = (pointer: string) => {
      const details = [{ location: 'header', pointer, message: 'no', type: 'value_error' }];
      return forwarded(
        403,
        JSON.stringify({ type: 'error', code: 'forbidden', status: 403, message: 'no', details }),
      );
    };
    const problem = refused('/x-vault-forward-url');
    expect(problem?.meaning).toContain('points to x-vault-forward-url');
    expect(`${problem?.meaning} ${problem?.nextStep}`).not.toMatch(/scope|token|credentials/);
    expect(refused('/authorization')?.nextStep).toContain('scope');
  });

  it.each([
    ['text/html', '<h1>Not here</h1>', 'The body is text/html.'],
    ['text/plain', none, 'The answer has no body.'],
    ['application/json', '{"error":"no route matched"}', 'The body is JSON, but not the error object'],
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
    const got = exchange(status, '<h1>Stop</h1>', [['content-type', 'text/html']]);
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

  it('says that HTML is not the API’s answer, with an error status and with 200', () => {
    const html: HeaderList = [['content-type', 'text/html']];
    const json: HeaderList = [['content-type', 'application/json']];
    expect(explainExchange(exchange(502, '<h1>', html), context)?.meaning).toContain(
      'something else may have answered',
    );
    const meaningOf = (...of: Parameters<typeof exchange>): string =>
      explainExchange(exchange(...of), context)?.meaning ?? '';
    expect(explainExchange(exchange(200, '<h1>', html), context)?.code).toBe('not-json');
    expect(meaningOf(200, '<h1>', html)).toContain('The body is text/html.');
    expect(meaningOf(200, '<h1>', json)).toContain('The body says it is application/json, but it is not:');
    expect(meaningOf(200, none, json)).toContain('The answer has no body.');
  });

  it('says that JSON with 200 that has no field of a session is not a session, but not for another operation', () => {
    const json: HeaderList = [['content-type', 'application/json']];
    const codeOf = (body: string, operation?: 'list_buyers'): string | undefined => {
      const answered = exchange(200, body, json);
      return explainExchange(operation ? { ...answered, operation } : answered, context)?.code;
    };
    expect(['null', ' null\n', '[]', '"a"', '1', '{}', '{"ok": true}'].map((body) => codeOf(body))).toEqual(
      Array.from({ length: 7 }, () => 'not-a-session'),
    );
    expect(codeOf('\n {"id": 1}')).toBeUndefined();
    expect(codeOf('null', 'list_buyers')).toBeUndefined();
  });

  it('says of what type another object is that came with 200, unless it expires as a session does', () => {
    const ofType = (more: object): string | undefined => {
      const body = JSON.stringify({ id: '9e000000-0000-4000-8000-000000000001', buyer: null, ...more });
      return explainExchange(exchange(200, body, [['content-type', 'application/json']]), context)?.meaning;
    };
    expect(ofType({ type: 'transaction' })).toContain(
      'The answer says that it is of the type “transaction”, not a checkout session: something else may have answered',
    );
    for (const type of ['checkout-session', '', null, 7]) expect(ofType({ type })).toBeUndefined();
    expect(ofType({ type: 'checkout_session', expires_at: null })).toBeUndefined();
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
});
