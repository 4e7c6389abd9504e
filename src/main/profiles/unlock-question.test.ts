import { describe, expect, it } from 'vitest';
import { type Profile } from '@shared/profiles/profile';
import { declined, type Question } from '@shared/questions/question';
import { agreeToUnlock, unlockQuestion } from './unlock-question';
import { testingProfile } from '@shared/testing/testing-profile';

const live: Profile = testingProfile({
  id: 'live',
  name: 'Live EU',
  environment: 'production',
  baseUrl: 'https://api.example.com',
  merchantAccountId: null,
  readOnly: true,
});
const open: Profile = { ...live, readOnly: false };
const sandbox: Profile = { ...open, environment: 'sandbox' };

describe('the question before an edit', () => {
  it.each<[string, Profile, Profile, string | null]>([
    ['a production profile is unlocked', live, open, 'Unlock Live EU?'],
    ['a sandbox profile is unlocked', { ...sandbox, readOnly: true }, sandbox, 'Unlock Live EU?'],
    ['production is called a sandbox', open, sandbox, 'Treat Live EU as a sandbox?'],
    ['both at once', live, sandbox, 'Treat Live EU as a sandbox?'],
    [
      'production is called a sandbox, read-only',
      live,
      { ...sandbox, readOnly: true },
      'Treat Live EU as a sandbox?',
    ],
    ['it is locked', open, live, null],
    ['a sandbox becomes production', sandbox, live, null],
    ['none of that changes', open, { ...open, name: 'Other' }, null],
  ])('%s', (_what, before, after, title) => {
    expect(unlockQuestion(before, after)?.title ?? null).toBe(title);
  });

  it('names the profile, its address and the new one', () => {
    const question = unlockQuestion(live, { ...open, name: 'Harmless', baseUrl: 'https://new.example.com' });
    expect(question).toMatchObject({
      danger: 'production',
      checkboxLabel: null,
      cancelLabel: 'Keep it read-only',
    });
    expect(question?.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Profile: Live EU',
      'Base URL: https://api.example.com/',
      'From now on: https://new.example.com/',
      'Merchant account: Not set: the service uses its default',
    ]);
  });
});

describe('agreeToUnlock', () => {
  it('needs an explicit yes, and asks only about an unlock', async () => {
    const asked: Question[] = [];
    const say = (confirmed: boolean) => async (question: Question) => {
      asked.push(question);
      return { ...declined, confirmed };
    };
    await expect(agreeToUnlock(live, open, say(false))).rejects.toMatchObject({
      problem: { code: 'profile-not-unlocked', meaning: expect.stringContaining('Nothing was saved') },
    });
    await agreeToUnlock(live, open, say(true));
    await agreeToUnlock(open, live, say(false));
    expect(asked).toHaveLength(2);
  });
});
