import { leaveQuestion } from './leave-question';
import { describe, expect, it } from 'vitest';
import { NOT_CHECKED, type GuardedSend } from './send-facts';
import {
  forwardOf,
  guardEach,
  production,
  questionOf,
  sandbox,
  secretHeader,
  yes,
  yesForTenMinutes,
} from './send-guard.fixture';

guardEach();

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
