import type { Question } from '@shared/questions/question';
import { describeRequests } from './describe-requests';
import { forwardFacts, type GuardedSend } from './send-facts';
import { visible } from './visible';

/** What the person is asked before the app ends while these may have their effect. */
export function endQuestion(sends: readonly GuardedSend[]): Question {
  const one = sends.length === 1;
  const names = [...new Set(sends.map(({ profile }) => visible(profile.name)))];
  return {
    title: one ? 'A request is still on its way' : `${sends.length} requests are still on their way`,
    lead: [
      `If you quit now, ${one ? 'it' : 'they'} may be carried out all the same, and nobody waits for the answer: ${one ? 'it is' : 'they are'} kept in the history as unknown.`,
    ],
    facts: [
      ...describeRequests(sends.map((send) => ({ send, forward: forwardFacts(send.headers) }))),
      { label: names.length === 1 ? 'Profile' : 'Profiles', value: names.join('\n') },
    ],
    danger: sends.some(({ profile }) => profile.environment === 'production') ? 'production' : 'caution',
    confirmLabel: 'Quit anyway',
    cancelLabel: 'Wait',
    checkboxLabel: null,
  };
}
