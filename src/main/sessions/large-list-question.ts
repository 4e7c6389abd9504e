import type { Profile } from '@shared/profiles/profile';
import type { Question } from '@shared/questions/question';

/** Fewer look-ups on production are sent without a question, just like a single one. */
const LARGE_LIST = 50;

/** The question to ask before a list of this many look-ups; null if there is nothing to ask. */
export function largeListQuestion(profile: Profile, count: number): Question | null {
  if (profile.environment !== 'production' || count < LARGE_LIST) return null;
  const many = count.toLocaleString('en');
  return {
    title: `Look up ${many} sessions on production?`,
    lead: ['They only read. But this many at once can use up the rate limit that your shop needs.'],
    facts: [
      { label: 'Requests', value: `${many}, six at a time; the list waits when the service limits the rate` },
      { label: 'Profile', value: profile.name },
      { label: 'Base URL', value: profile.baseUrl ?? 'not set', mono: true },
    ],
    danger: 'production',
    confirmLabel: `Look up ${many} sessions`,
    cancelLabel: 'Cancel',
    checkboxLabel: null,
  };
}
