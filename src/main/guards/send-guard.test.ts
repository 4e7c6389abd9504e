import { leaveQuestion } from './leave-question';
import { describe, expect, it, vi } from 'vitest';
import type { HeaderList } from '@shared/http/exchange';
import { declined } from '@shared/questions/question';
import { NOT_CHECKED, type GuardedSend } from './send-facts';
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
  secretHeader,
  setPerson,
  yes,
  yesForTenMinutes,
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

describe('a request whose last outcome is unknown', () => {
  const unsettled = Promise.resolve({
    same: [{ exchangeId: 'x', startedAt: '2026-11-21T09:58:00.000Z', profileName: 'Test EU' }],
    ofDraft: [],
  });

  it.each([
    ['a sandbox profile', sandbox],
    ['the Local sandbox', { ...sandbox, environment: 'local' }],
  ] as const)('is asked about on %s, every time', async (_what, profile) => {
    const again = forwardOf(profile, { unsettled });
    const question = await questionOf(again, yes);
    expect(question).toMatchObject({
      title: 'Send it again?',
      confirmLabel: 'Send again',
      cancelLabel: 'Cancel',
      danger: 'caution',
      checkboxLabel: null,
    });
    expect(question.lead).toEqual([expect.stringMatching(/it is not known whether it took effect.*again/)]);
    await questionOf(again);
  });

  it.each([
    [['carried-out'], /, and it is noted that it was carried out\. Another one/],
    [['not-carried-out'], /, and it is noted that it was not carried out\. Another one/],
    [
      ['carried-out', null, null],
      /it is noted that 1 of them was carried out, and the outcome of 2 others is not known\./,
    ],
    [
      ['not-carried-out', 'not-carried-out', 'carried-out'],
      /it is noted that 1 of them was carried out and 2 of them were not carried out\./,
    ],
    [[null, null], /2 times.*it is not known whether any of them took effect/],
  ] as const)('says which outcomes the person noted: %j', async (outcomes, words) => {
    const same = outcomes.map((notedOutcome, at) => ({
      exchangeId: String(at),
      startedAt: `2026-11-21T09:58:0${at}.000Z`,
      profileName: null,
      ...(notedOutcome === null ? {} : { notedOutcome }),
    }));
    const asked = forwardOf(sandbox, { unsettled: Promise.resolve({ same, ofDraft: [] }) });
    expect((await questionOf(asked)).lead[0]).toMatch(words);
  });

  it.each([
    [[[504]], /, was answered 504, and may still have been carried out\. Another one may charge/],
    [[[504, 'not-carried-out']], /, was answered 504, and it is noted that it was not carried out\./],
    [[[502], []], /, 1 of them was answered 502, and it is not known whether any of them took effect\./],
    [[[504], [502], [504]], /, 3 of them were answered 504 or 502, and it is not known whether any/],
  ] as const)('says which answers left the outcome open: %j', async (sends, words) => {
    const same = sends.map(([answered, notedOutcome], at) => ({
      exchangeId: String(at),
      startedAt: `2026-11-21T09:58:0${at}.000Z`,
      profileName: null,
      ...(answered === undefined ? {} : { answered }),
      ...(notedOutcome === undefined ? {} : { notedOutcome }),
    }));
    const asked = forwardOf(sandbox, { unsettled: Promise.resolve({ same, ofDraft: [] }) });
    expect((await questionOf(asked)).lead[0]).toMatch(words);
  });

  it.each([
    [
      'GET',
      'pm_1',
      /Another one passes the card data on again; by its method, GET, it is meant to read only/,
    ],
    ['HEAD', '', /Another one goes to the destination again; by its method, HEAD, it is meant to read only/],
    ['POST', 'pm_1', /Another one may charge the card again\.$/],
  ])(
    'of a lost Vault Forward by %s with the payment methods "%s" says what another one does',
    async (method, cards, words) => {
      const headers = [
        ['x-vault-forward-url', 'https://psp.example.net/card'],
        ['x-vault-forward-http-method', method],
        ['x-vault-forward-payment-methods', cards],
      ] as const;
      const same = [{ exchangeId: 'x', startedAt: '2026-11-21T09:58:00.000Z', profileName: null }];
      const answers: Awaited<GuardedSend['unsettled']>[] = [
        { same, ofDraft: [] },
        { same: [], ofDraft: [], lostAt: '2026-11-21T09:58:00.000Z' },
        NOT_CHECKED,
      ];
      const leads: string[] = [];
      for (const answer of answers) {
        const asked = forwardOf(sandbox, { headers, unsettled: Promise.resolve(answer) });
        leads.push((await questionOf(asked)).lead.join('\n'));
      }
      const [first, ...others] = leads;
      expect(first).toMatch(words);
      for (const lead of others)
        expect(lead.includes('If it did, this one may charge the card')).toBe(method === 'POST');
    },
  );

  it('says which of several requests may be out, and which is another version', async () => {
    const one = { exchangeId: 'x', startedAt: '2026-11-21T09:58:00.000Z', profileName: null };
    const lost = forwardOf(sandbox, { unsettled: Promise.resolve({ same: [one], ofDraft: [one] }) });
    const [, same, ofDraft, ...more] = (await questionOf([forwardOf(sandbox), lost])).lead;
    expect(same).toMatch(/^PUT https:\/\/psp\.example\.net\/charge\?a=b went out on 21 Nov 2026/);
    expect(ofDraft).toMatch(/^Another version of PUT https:\/\/psp\.example\.net\/charge\?a=b was sent on/);
    expect(more).toEqual([]);
  });

  it('shortens a long address, and masks the keys in it', async () => {
    const long = `https://psp.example.net/charge?api_key=s3cret&next=${'a'.repeat(3_000)}`;
    const headers = [
      ['x-vault-forward-url', long],
      ['x-vault-forward-http-method', 'PUT'],
    ] as const;
    for (const question of [
      await questionOf(forwardOf(sandbox, { unsettled, headers })),
      await questionOf([forwardOf(sandbox, { unsettled, headers }), forwardOf(sandbox)]),
      leaveQuestion([forwardOf(sandbox, { headers })], 'quit'),
    ]) {
      const fact = question.facts.find(({ value }) => value.includes('…'));
      expect(fact?.value).toMatch(/^https:\/\/psp\.example\.net\/charge\?api_key=••••••••&next=a+…a{40}$/);
      expect(fact?.value.length).toBeLessThan(160);
      expect(fact?.whole).toBe(`https://psp.example.net/charge?api_key=••••••••&next=${'a'.repeat(3_000)}`);
      expect(JSON.stringify(question)).not.toContain('s3cret');
    }
  });

  it('is asked about even within the ten minutes', async () => {
    await questionOf(forwardOf(production), yesForTenMinutes);
    const question = await questionOf(forwardOf(production, { unsettled }), yes);
    expect(question.lead).toEqual([expect.stringContaining('it is not known whether it took effect')]);
    expect(question).toMatchObject({ danger: 'production', checkboxLabel: null });
  });

  it('is asked about in one question with every other reason', async () => {
    const question = await questionOf(
      forwardOf(
        production,
        { unsettled, composedUnder: 'sandbox', body: '{"reference":1234567812345670}' },
        secretHeader('Bearer x'),
      ),
    );
    expect(question.title).toBe('Send to production?');
    expect(question.lead).toEqual([
      expect.stringContaining('under the profile Sandbox EU'),
      expect.stringContaining('it is not known whether it took effect'),
      expect.stringContaining('could be card numbers'),
      expect.stringContaining('goes to psp.example.net for the first time'),
      expect.stringContaining('The service api.example.com gets the secret'),
    ]);
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
