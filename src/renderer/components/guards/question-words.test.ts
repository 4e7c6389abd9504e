import { describe, expect, it } from 'vitest';
import type { SendQuestion, SendReason } from '../../../shared/guard';
import { questionWords } from './question-words';

const asked = (
  environment: SendQuestion['profile']['environment'],
  reasons: readonly SendReason[],
  askedAgain: SendQuestion['askedAgain'] = null,
): SendQuestion => ({
  ticket: 't',
  profile: { id: 'p', name: 'Live EU', environment },
  serviceHost: 'api.example.com',
  method: 'POST',
  forward: null,
  reasons,
  mayGrant: false,
  askedAgain,
});
const otherProfile: SendReason = { kind: 'other-profile', profileId: 's', name: 'Sandbox EU' };
const secretHost: SendReason = { kind: 'secret-host', header: 'authorization', host: 'psp.example.net' };

describe('questionWords', () => {
  it('asks about production by that name, whatever else there is', () => {
    for (const reasons of [
      [{ kind: 'production' }],
      [otherProfile],
      [secretHost, { kind: 'production' }],
    ] as const) {
      expect(questionWords(asked('production', reasons))).toMatchObject({
        question: 'Send to production?',
        answer: 'Send to production',
      });
    }
  });

  it('names the profile for a request of another one, and the secret for a new host', () => {
    expect(questionWords(asked('sandbox', [otherProfile, secretHost])).question).toBe(
      'Send with the profile Live EU?',
    );
    expect(questionWords(asked('sandbox', [secretHost])).question).toBe('Send this secret to a new host?');
  });

  it('says every reason', () => {
    const card = {
      part: 'body',
      header: null,
      masked: '123456••••••5670',
      network: null,
      testNumber: false,
      line: 1,
      column: 14,
    } as const;
    const { reasons } = questionWords(
      asked('production', [
        { kind: 'production' },
        otherProfile,
        { kind: 'other-profile', profileId: 'x', name: null },
        secretHost,
        { kind: 'unknown-numbers', cards: [card] },
      ]),
    );
    expect(reasons.map(({ words }) => words)).toEqual([
      expect.stringContaining('under the profile Sandbox EU'),
      expect.stringContaining('under a profile that is gone'),
      expect.stringContaining('authorization goes to psp.example.net for the first time'),
      expect.stringContaining('could be card numbers'),
    ]);
    expect(reasons.at(-1)?.list).toEqual([expect.stringContaining('123456••••••5670')]);
  });

  it.each([
    [null, null],
    ['changed', /has changed/],
    ['expired', /too late/],
  ] as const)('asked again: %s', (askedAgain, words) => {
    const { again } = questionWords(asked('production', [{ kind: 'production' }], askedAgain));
    if (words === null) expect(again).toBeNull();
    else expect(again).toMatch(words);
  });
});
