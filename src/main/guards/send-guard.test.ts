import { describe, expect, it, vi } from 'vitest';
import type { HeaderList } from '@shared/http/exchange';
import { declined } from '@shared/questions/question';
import { type GuardedSend } from './send-facts';
import type { Asking } from './send-guard';
import {
  AUTHENTICATION,
  PAYMENT_METHOD,
  asked,
  check,
  factOf,
  forwardOf,
  guard,
  guardEach,
  passes,
  production,
  questionOf,
  sandbox,
  setPerson,
  yes,
} from './send-guard.fixture';

guardEach();

describe('on a sandbox profile', () => {
  it('passes a request composed there, even with card numbers', async () => {
    await passes(forwardOf(sandbox));
    await passes(forwardOf(sandbox, { body: '{\n  "number": "4111 1111 1111 1111"\n}' }));
    await passes(forwardOf(sandbox, { body: '{"reference":1234567812345670}' }));
  });
});

describe('on a read-only profile', () => {
  it.each([
    ['POST', false],
    ['DELETE', false],
    ['HEAD', false],
    ['get', false],
    ['GET', true],
  ])('%s passes: %s, without a question', async (method, mayPass) => {
    const send = forwardOf({ ...sandbox, readOnly: true }, { method });
    if (mayPass) await passes(send);
    else await expect(check(send)).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
    expect(asked).toEqual([]);
  });
});

describe('on a production profile', () => {
  it('asks before anything but a GET, and lists the facts', async () => {
    expect(await questionOf(forwardOf(production))).toEqual({
      title: 'Send to production?',
      reasons: ['production'],
      lead: [],
      facts: [
        {
          label: 'Destination',
          value: 'https://psp.example.net/charge?a=b',
          emphasis: 'psp.example.net',
          mono: true,
          prefix: 'PUT',
        },
        {
          label: 'Through',
          value: 'https://api.example.com/vault-forward',
          emphasis: 'api.example.com',
          mono: true,
        },
        { label: 'Profile', value: 'Live EU (production)', emphasis: 'Live EU' },
        { label: 'Merchant account', value: 'acme' },
        { label: 'Payment method', value: PAYMENT_METHOD, mono: true },
        { label: 'Authentication', value: AUTHENTICATION, mono: true },
      ],
      danger: 'production',
      confirmLabel: 'Send to production',
      cancelLabel: 'Cancel',
      checkboxLabel: 'Do not ask for 10 minutes',
    });
    await passes({ ...forwardOf(production), method: 'GET', headers: [], body: '' });
  });

  it('states the amount of a single request, but not of several', async () => {
    const send = forwardOf(production, { body: '{"amount":13591,"currency":"EUR"}' });
    expect((await questionOf(send)).amount?.text).toBe('EUR 135.91');
    expect((await questionOf([send, send])).amount).toBeUndefined();
    expect((await questionOf(forwardOf(production))).amount).toBeUndefined();
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'REPORT', 'HEAD', 'OPTIONS', 'get'])(
    'asks before a %s as well',
    async (method) => {
      await questionOf(forwardOf(production, { method }));
    },
  );

  it('asks again for each send', async () => {
    await questionOf(forwardOf(production), yes);
    await questionOf(forwardOf(production), yes);
    await questionOf(forwardOf(production));
  });

  it('treats a call cancelled before or during the question as a no', async () => {
    const controller = new AbortController();
    setPerson(
      (_question, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(declined))),
    );
    const verdict = check(forwardOf(production), controller.signal);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    controller.abort();
    expect(await verdict).toBe('declined');
    // A yes that arrives anyway does not count either.
    setPerson(async () => yes);
    expect(await check(forwardOf(production), controller.signal)).toBe('declined');
    const whileTokenIsRead = new AbortController();
    const asking: Asking = {
      before: async () => whileTokenIsRead.abort(),
      onAsk: () => undefined,
      onLooked: () => Promise.resolve(),
    };
    expect(await guard.check([forwardOf(production)], whileTokenIsRead.signal, asking, null)).toBe(
      'declined',
    );
  });

  it('treats an edit of the profile during the question as a no', async () => {
    setPerson(
      (_question, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(yes))),
    );
    const verdict = check(forwardOf(production));
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    guard.forgetProfile('another');
    guard.forgetProfile('live');
    expect(await verdict).toBe('declined');
  });

  it.each<[string, Partial<GuardedSend>, string]>([
    ['body', { body: '{"number":"4111111111111111"}' }, 'in the body, line 1, column 12'],
    ['header', { headers: [['x-note', '5555-5555-5555-4444']] }, 'in the header x-note'],
    ['URL', { url: 'https://api.example.com/vault-forward?pan=4111111111111111' }, 'in the URL'],
  ])('blocks a card number in the %s, and says where but not which', async (_, changes, where) => {
    const error: unknown = await check({ ...forwardOf(production), ...changes }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({
      problem: { code: 'card-numbers', detail: expect.stringContaining(where) },
    });
    expect(JSON.stringify(error)).not.toMatch(/4111111111111111|5555-5555|378282246310005/);
    expect(asked).toEqual([]);
  });

  it('asks about numbers of no known card network in the same question', async () => {
    const question = await questionOf(forwardOf(production, { body: '{"reference":1234567812345670}' }));
    expect(question.title).toBe('Send to production?');
    expect(question.lead).toEqual([expect.stringContaining('could be card numbers')]);
    expect(factOf(question, 'Numbers')).toContain('in the body, line 1');
    expect(JSON.stringify(question)).not.toContain('1234567812345670');
  });

  it('refuses a request that names two destinations', async () => {
    const twice = [['x-vault-forward-url', 'https://other.example.net']] as const;
    await expect(check(forwardOf(production, {}, twice))).rejects.toMatchObject({
      problem: { code: 'unclear-destination' },
    });
  });

  it.each([
    'https://psp.example.com\\@evil.example.net/charge',
    'https://psp.example.com@evil.example.net/charge',
    'https://psp.exam\tple.com/charge',
    'https:psp.example.com/charge',
    'http://psp.example.com/charge',
    'javascript:alert(1)',
  ])('refuses the destination %j, which a service may read as another one', async (url) => {
    const send = forwardOf(production);
    const headers = send.headers.map(([name, value]): HeaderList[number] =>
      name === 'x-vault-forward-url' ? [name, url] : [name, value],
    );
    await expect(check({ ...send, headers })).rejects.toMatchObject({
      problem: { code: 'unclear-destination' },
    });
    expect(asked).toEqual([]);
  });

  it('shows no characters that could change what the question says', async () => {
    const name = 'Live\u202eUE\nProfile: Sandbox';
    const question = await questionOf(
      forwardOf({ ...production, name }, {}, [['x-vault-forward-http-method', 'GET\u2066https://ours']]),
    );
    expect(JSON.stringify(question)).not.toMatch(/\\n|[\u202e\u2066]/);
  });
});

describe('a request composed or recorded under another profile', () => {
  it('asks, whatever the environment and method', async () => {
    const gone = await questionOf(forwardOf(sandbox, { composedUnder: 'live' }));
    expect(gone).toMatchObject({
      title: 'Send with the profile Sandbox EU?',
      confirmLabel: 'Send with Sandbox EU',
      cancelLabel: 'Cancel',
      danger: 'caution',
      checkboxLabel: null,
    });
    expect(gone.lead[0]).toContain('a deleted profile');
    const get = { ...forwardOf(production, { composedUnder: 'sandbox' }), method: 'GET' };
    expect((await questionOf(get, yes)).lead[0]).toContain('Sandbox EU');
  });
});
