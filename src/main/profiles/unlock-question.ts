import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { AskPerson, Question } from '@shared/questions/question';
import { addressFact, merchantFact } from '../guards/describe-question';
import { visible } from '../guards/visible';

/**
 * Asks before a profile loses what protects it: its lock, or its status as a production profile. Throws a
 * `ProblemError` if the person says no.
 */
export async function agreeToUnlock(before: Profile, after: Profile, ask: AskPerson): Promise<void> {
  const question = unlockQuestion(before, after);
  if (question === null) return;
  const { confirmed } = await ask(question, new AbortController().signal);
  if (!confirmed) throw staysLocked(before);
}

/** Null if no protection is lost. */
export function unlockQuestion(before: Profile, after: Profile): Question | null {
  const name = visible(before.name);
  const production = before.environment === 'production';
  const leaves = production && after.environment !== 'production';
  const unlocks = before.readOnly && !after.readOnly;
  if (!leaves && !unlocks) return null;
  const facts = [
    { label: 'Profile', value: name, emphasis: name },
    ...(before.baseUrl === null ? [] : [addressFact('Base URL', before.baseUrl)]),
    ...(after.baseUrl === null || after.baseUrl === before.baseUrl
      ? []
      : [addressFact('From now on', after.baseUrl)]),
    merchantFact(after),
  ];
  const shared = { facts, danger: production ? 'production' : 'caution', checkboxLabel: null } as const;
  if (leaves)
    return {
      ...shared,
      title: `Treat ${name} as a sandbox?`,
      lead: [
        'It is a profile for production. If you agree, its requests are sent without a question, card numbers are not blocked, and the window has no frame.',
        ...(unlocks ? ['It is no longer read-only either.'] : []),
      ],
      confirmLabel: 'Treat it as a sandbox',
      cancelLabel: 'Keep it production',
    };
  return {
    ...shared,
    title: `Unlock ${name}?`,
    lead: [
      production
        ? 'It is read-only, so that nothing can be charged with it. If you agree, requests can be sent to production; each is asked about.'
        : 'It is read-only. If you agree, requests that may change something can be sent with it.',
    ],
    confirmLabel: 'Unlock it',
    cancelLabel: 'Keep it read-only',
  };
}

function staysLocked({ name, environment }: Profile): ProblemError {
  return new ProblemError({
    code: 'profile-not-unlocked',
    title: 'The profile was not changed',
    meaning: `You did not agree to it, so "${name}" stays as it is${environment === 'production' ? ', for production' : ''}. Nothing was saved.`,
    nextStep: 'Save again and agree, if that is what you want.',
    detail: null,
  });
}
