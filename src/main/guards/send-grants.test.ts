import { describe, expect, it, vi } from 'vitest';
import { GRANT_MS } from '@shared/questions/guard';
import type { Question, QuestionFact } from '@shared/questions/question';
import type { GuardedSend } from './send-facts';
import {
  announced,
  asked,
  check,
  checkMany,
  factOf,
  forwardOf,
  guard,
  guardEach,
  now,
  passes,
  production,
  questionOf,
  sandbox,
  secretHeader,
  setNow,
  setPerson,
  yes,
  yesForTenMinutes,
} from './send-guard.fixture';

guardEach();

describe('"do not ask for 10 minutes"', () => {
  it('applies to its profile only, is announced, and expires', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    expect(announced).toEqual([[{ profileId: 'live', until: '2026-11-21T10:10:00.000Z' }]]);
    const changed = forwardOf(production, { body: '{}' });
    await passes(changed);
    await questionOf(forwardOf({ ...production, id: 'live-2' }));
    setNow(now + GRANT_MS);
    expect(guard.describeGrants()).toEqual([]);
    await questionOf(changed);
  });

  it('does not apply to the next run, which is asked about', async () => {
    const ask = async (run: string): Promise<number> => {
      setPerson(() => Promise.resolve(yesForTenMinutes));
      const nothing = () => Promise.resolve();
      const asking = { before: nothing, onAsk: () => undefined, onLooked: nothing };
      await guard.check([forwardOf(production)], new AbortController().signal, asking, run);
      return asked.length;
    };
    expect([await ask('first'), await ask('first'), await ask('second')]).toEqual([1, 1, 2]);
  });

  it('can be ended, and ends when the profile is edited', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    expect(guard.endGrant('live')).toEqual([]);
    expect(announced.at(-1)).toEqual([]);
    await questionOf(forwardOf(production), yesForTenMinutes);
    guard.forgetProfile('live');
    await questionOf(forwardOf(production));
  });

  it('is not prolonged when the clock is set back', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    setNow(now - 1);
    await questionOf(forwardOf(production));
  });

  it('ends after ten minutes even if the clock was set back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await questionOf(forwardOf(production), yesForTenMinutes);
      await vi.advanceTimersByTimeAsync(GRANT_MS - 1);
      expect(guard.describeGrants()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(announced.at(-1)).toEqual([]);
      await questionOf(forwardOf(production));
    } finally {
      vi.useRealTimers();
    }
  });

  it('given again, is not ended by the timer of the first one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await questionOf(forwardOf(production), yesForTenMinutes);
      guard.endGrant('live');
      await vi.advanceTimersByTimeAsync(GRANT_MS - 1);
      await questionOf(forwardOf(production), yesForTenMinutes);
      await vi.advanceTimersByTimeAsync(1);
      expect(guard.describeGrants()).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('covers neither a request of another profile, nor card numbers, nor a new host for a secret', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    const other = await questionOf(forwardOf(production, { composedUnder: 'sandbox' }));
    expect(other.lead).toEqual([expect.stringContaining('under the profile Sandbox EU')]);
    expect(other.checkboxLabel).toBeNull();
    const secret = await questionOf(forwardOf(production, {}, secretHeader('Bearer x')));
    expect(secret.lead[0]).toContain('authorization goes to psp.example.net for the first time');
    await expect(check(forwardOf(production, { body: '4111111111111111' }))).rejects.toMatchObject({
      problem: { code: 'card-numbers' },
    });
  });

  it('is not granted by a checkbox that was not offered', async () => {
    await questionOf(forwardOf(sandbox, { composedUnder: 'live' }), yesForTenMinutes);
    expect(guard.describeGrants()).toEqual([]);
  });

  it('is not granted by the checkbox that says that somebody checked what a lost history had', async () => {
    const unsettled = Promise.resolve({ same: [], ofDraft: [], lostAt: '2026-11-21T09:58:00.000Z' });
    const question = await questionOf(forwardOf(production, { unsettled }), yesForTenMinutes);
    expect(question.checkboxLabel).toContain('I have checked');
    expect(guard.describeGrants()).toEqual([]);
  });
});

describe('several requests for one answer', () => {
  const to = (host: string, changes: Partial<GuardedSend> = {}): GuardedSend => ({
    ...forwardOf(production, changes),
    headers: [['x-vault-forward-url', `https://${host}/charge`]],
  });
  const two = [to('psp.example.net'), to('other.example.org')];

  it('states how many requests there are and every host, and does not offer ten minutes', async () => {
    const twelve = Array.from({ length: 12 }, (_, index) =>
      to(index % 2 === 0 ? 'psp.example.net' : 'other.example.org', { body: `{"n":${index}}` }),
    );
    const question = await questionOf(twelve);
    expect(question).toMatchObject({ title: 'Send to production?', checkboxLabel: null });
    expect(question.lead[0]).toContain('12 requests');
    expect(factOf(question, 'Requests')).toBe('12');
    expect(factOf(question, '2 hosts')).toBe('psp.example.net\nother.example.org');
    const crowd = await questionOf(Array.from({ length: 30 }, (_, index) => to(`h${index}.example`)));
    expect(factOf(crowd, '30 hosts')).toContain('and 10 more');
  });

  it('counts every send, including repeats of the same request', async () => {
    const question = await questionOf([to('psp.example.net', { times: 50 })]);
    expect(question.lead[0]).toContain('50 requests');
    expect(factOf(question, 'Requests')).toBe('50');
    expect(factOf(question, 'Host')).toBe('psp.example.net');
    expect(factOf(question, 'Destination')).toBe('https://psp.example.net/charge');
    expect(question.checkboxLabel).toBeNull();
  });

  const plain = (method: string, path: string, changes: Partial<GuardedSend> = {}): GuardedSend => ({
    ...forwardOf(production, { method, url: `https://api.example.com/v1${path}`, ...changes }),
    headers: [],
    body: '',
  });
  const requestsOf = ({ facts }: Question): QuestionFact[] =>
    facts.filter(({ label }) => label === 'Request' || label === 'Card data to');
  const linesOf = (question: Question): string[] =>
    requestsOf(question).map(({ prefix = '', value, note }) =>
      [prefix, value, ...(note === undefined ? [] : [note])].filter((part) => part !== '').join(' '),
    );

  it('lists every request, those with card data first and those that only read last', async () => {
    const question = await questionOf([
      plain('GET', '/buyers'),
      plain('POST', '/orders1', { times: 2 }),
      plain('DELETE', '/customers/all'),
      to('status.example'),
      forwardOf(production),
    ]);
    expect(requestsOf(question)[0]).toEqual({
      label: 'Card data to',
      prefix: 'PUT',
      value: 'https://psp.example.net/charge?a=b',
      emphasis: 'psp.example.net',
      mono: true,
      note: 'Vault Forward, with the card data of 1 payment method, 1 authentication',
    });
    expect(linesOf(question).slice(1)).toEqual([
      'POST https://api.example.com/v1/orders1 2 times',
      'DELETE https://api.example.com/v1/customers/all',
      '(no method) https://status.example/charge Vault Forward, without a payment method',
      'GET https://api.example.com/v1/buyers',
    ]);
    expect(factOf(question, 'Requests')).toBe('6');
    for (const label of ['Address', 'Destination', 'Through', 'Payment method', 'Authentication'])
      expect(factOf(question, label), label).toBeNull();
  });

  it('lists the first ten, and counts the others by method', async () => {
    const reads = Array.from({ length: 30 }, (_, index) => plain('GET', `/buyers/${index}`));
    const orders = Array.from({ length: 8 }, (_, index) => plain('POST', `/orders/${index}`));
    const question = await questionOf([
      ...reads,
      ...orders,
      plain('DELETE', '/customers/all'),
      forwardOf(production),
    ]);
    expect(linesOf(question)).toHaveLength(11);
    expect(linesOf(question)[0]).toContain('PUT https://psp.example.net/charge');
    expect(linesOf(question)[9]).toBe('DELETE https://api.example.com/v1/customers/all');
    expect(linesOf(question)[10]).toBe('and 30 more: 30 GET');
    const cards = Array.from({ length: 12 }, (_, index) =>
      forwardOf(production, { body: `${index}`, times: 2 }),
    );
    const crowd = await questionOf([...reads, ...orders, ...cards]);
    expect(linesOf(crowd)[10]).toBe('and 42 more: 4 PUT, 8 POST, 30 GET 4 of them with card data');
  });

  it('shortens a long address, and shows hidden characters', async () => {
    const question = await questionOf([
      plain('POST', `/${'a'.repeat(5_000)}/end`),
      to('psp.example.net'),
      {
        ...forwardOf(production),
        headers: [
          ['x-vault-forward-url', 'https://e.example/'],
          ['x-vault-forward-http-method', 'P\u202eTSOP'],
        ],
      },
    ]);
    const [long = '', , turned] = linesOf(question);
    expect(long).toMatch(/^POST https:\/\/api\.example\.com\/v1\/a+…a+\/end$/);
    expect(long.length).toBeLessThan(220);
    expect(question.facts.find(({ value }) => value.includes('…'))?.whole).toBe(
      `https://api.example.com/v1/${'a'.repeat(5_000)}/end`,
    );
    expect(turned).toContain('P\ufffdTSOP https://e.example/');
  });

  it('asks every time, whatever was granted before, and grants nothing', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    await passes(forwardOf(production));
    await questionOf(two, yes);
    await questionOf(two, yes);
    guard.endGrant('live');
    await questionOf(two, yesForTenMinutes);
    expect(guard.describeGrants()).toEqual([]);
    await questionOf(forwardOf(production));
  });

  it('passes without a question if no request needs one, and asks once if one does', async () => {
    setPerson(() => expect.unreachable('nobody is to be asked'));
    const harmless = [forwardOf(sandbox), forwardOf(sandbox, { body: '{}' })];
    expect(await checkMany(harmless)).toBe('allowed');
    const question = await questionOf([...harmless, forwardOf(sandbox, { composedUnder: 'live' })]);
    expect(question.title).toBe('Send with the profile Sandbox EU?');
    expect(factOf(question, 'Requests')).toBe('3');
  });

  it('is refused as a whole if one request is, and nobody is asked', async () => {
    const card = to('psp.example.net', { body: '{"number":"4111111111111111"}' });
    await expect(checkMany([...two, card])).rejects.toMatchObject({ problem: { code: 'card-numbers' } });
    expect(asked).toEqual([]);
  });

  it('allows each secret for the host of its own request only', async () => {
    const local = { ...sandbox, baseUrl: 'http://127.0.0.1:9000' };
    const send = (value: string, host: string): GuardedSend => ({
      ...forwardOf(local),
      headers: [['x-vault-forward-url', `https://${host}/`], ...secretHeader(value)],
    });
    const both = [send('Bearer one', 'psp.example.net'), send('Bearer two', 'other.example.org')];
    const question = await questionOf(both, yes);
    expect(question.lead).toEqual([
      expect.stringContaining('2 requests'),
      expect.stringContaining('goes to psp.example.net for the first time'),
      expect.stringContaining('goes to other.example.org for the first time'),
    ]);
    for (const one of both) await passes(one);
    await expect(check(send('Bearer one', 'other.example.org'))).rejects.toMatchObject({
      problem: { code: 'secret-host' },
    });
  });
});
