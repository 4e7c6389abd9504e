import { describe, expect, it } from 'vitest';
import { errorObject } from '@contract';
import type { Exchange, Outcome } from '@shared/http/exchange';
import { exchangeOf } from '@shared/testing/exchanges';
import { readForwardAnswer, UNKNOWN_OUTCOME } from './forward-answer';

const CONTEXT = { requiredScope: null, credential: null };

function exchange(parts: {
  outcome?: Outcome;
  status?: number;
  body?: string;
  headers?: Exchange['request']['headers'];
}): Exchange {
  const { outcome = { kind: 'answered' }, status = 200, body = '', headers = [] } = parts;
  const answered = exchangeOf(status, body === '' ? { kind: 'none' } : body, [
    ['content-type', 'application/json'],
  ]);
  return {
    ...answered,
    operation: 'vault_forward',
    request: {
      method: 'POST',
      url: 'https://api.example/vault-forward',
      headers: [['x-vault-forward-url', 'https://psp.example/charge'], ...headers],
      body: { kind: 'none' },
    },
    response: outcome.kind === 'answered' ? answered.response : null,
    outcome,
  };
}

describe('readForwardAnswer', () => {
  it.each([400, 401, 403, 404, 405, 409, 425, 429] as const)(
    'recognises the error object of the service with status %i',
    (status) => {
      const answer = readForwardAnswer(
        exchange({ status, body: JSON.stringify(errorObject(status)) }),
        CONTEXT,
      );
      expect(answer).toMatchObject({
        from: 'service',
        label: 'Looks like the service’s error',
        mayHaveArrived: false,
      });
    },
  );

  it.each([500, 502, 504] as const)('does not claim that a %i had no effect', (status) => {
    const answer = readForwardAnswer(
      exchange({ status, body: JSON.stringify(errorObject(status)) }),
      CONTEXT,
    );
    expect(answer).toMatchObject({ from: 'service', mayHaveArrived: true });
    expect(answer).toHaveProperty('problem.nextStep', expect.stringContaining('psp.example'));
  });

  it('trusts the service when it says that the destination refused the connection', () => {
    const detail = {
      location: 'header',
      pointer: '/x-vault-forward-url',
      message: 'The destination refused the connection.',
      type: 'value_error',
    };
    const body = JSON.stringify({ ...errorObject(502), details: [detail] });
    const answer = readForwardAnswer(exchange({ status: 502, body }), CONTEXT);
    expect(answer).toMatchObject({ from: 'service', mayHaveArrived: false });
    expect(answer).toHaveProperty('problem.title', expect.stringContaining('refused the connection'));
  });

  it('recognises an error object that differs from the specification', () => {
    for (const [status, body] of [
      [400, { ...errorObject(400), code: 'declined' }],
      [418, { ...errorObject(400), status: 418 }],
    ] as const) {
      expect(readForwardAnswer(exchange({ status, body: JSON.stringify(body) }), CONTEXT)).toMatchObject({
        from: 'service',
        label: 'Looks like the service’s error',
      });
    }
  });

  it('attributes an empty 422 to the service, and one with a body to the destination', () => {
    expect(readForwardAnswer(exchange({ status: 422 }), CONTEXT)).toMatchObject({
      from: 'service',
      problem: { meaning: expect.stringContaining('at least one payment method') },
    });
    expect(readForwardAnswer(exchange({ status: 422, body: '{"a":1}' }), CONTEXT).from).toBe('destination');
    const success = exchange({ status: 200, body: JSON.stringify(errorObject(400)) });
    expect(readForwardAnswer(success, CONTEXT).from).toBe('destination');
  });

  it.each([200, 302, 401, 404, 500, 503])(
    'attributes any other answer to the destination: status %i',
    (status) => {
      expect(readForwardAnswer(exchange({ status, body: '{"status":"declined"}' }), CONTEXT)).toEqual({
        from: 'destination',
        label: 'Looks like the destination’s answer',
        mayHaveArrived: false,
        problem: null,
      });
    },
  );

  it.each([408, 502, 504])('does not claim that a %i from the destination had no effect', (status) => {
    expect(readForwardAnswer(exchange({ status, body: '<html>' }), CONTEXT)).toMatchObject({
      from: 'destination',
      mayHaveArrived: true,
      problem: {
        title: `${status}: it may have been carried out all the same`,
        nextStep: expect.stringContaining('Ask psp.example'),
      },
    });
  });

  it.each([
    { kind: 'failed', failure: 'reset', detail: 'ECONNRESET', mayHaveArrived: true },
    { kind: 'failed', failure: 'total-timeout', detail: '', mayHaveArrived: true },
    { kind: 'cancelled', mayHaveArrived: true },
  ] as const)('reports an unknown outcome if the request may have arrived', (outcome) => {
    for (const [headers, second] of [
      [[['x-vault-forward-payment-methods', 'pm_1']], 'charge the card twice'],
      [[], 'take effect twice'],
    ] as const) {
      const answer = readForwardAnswer(exchange({ outcome, headers }), CONTEXT);
      expect(answer).toMatchObject({
        from: 'nobody',
        label: UNKNOWN_OUTCOME,
        problem: { title: UNKNOWN_OUTCOME, nextStep: expect.stringContaining(second) },
      });
    }
  });

  it.each([
    ['pm_1', 'a second one passes the card data on again; by its method, GET, it is meant to read only.'],
    ['', 'a second one goes to the destination again; by its method, GET, it is meant to read only.'],
  ])('says what sending again would do after a lost GET (payment methods: "%s")', (ids, words) => {
    const headers: [string, string][] = [
      ['X-Vault-Forward-Http-Method', 'GET'],
      ['x-vault-forward-payment-methods', ids],
    ];
    const outcome = { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true } as const;
    const { problem } = readForwardAnswer(exchange({ outcome, headers }), CONTEXT);
    expect(problem?.nextStep).toMatch(new RegExp(`send it again: ${words}$`));
  });

  it.each([
    { kind: 'failed', failure: 'refused', detail: 'ECONNREFUSED', mayHaveArrived: false },
    { kind: 'cancelled', mayHaveArrived: false },
  ] as const)('says if nothing was sent', (outcome) => {
    expect(readForwardAnswer(exchange({ outcome }), CONTEXT)).toMatchObject({
      from: 'nobody',
      label: 'Nothing was sent',
      mayHaveArrived: false,
    });
  });
});
