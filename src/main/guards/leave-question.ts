import type { Question } from '@shared/questions/question';
import { describeRequests } from './describe-requests';
import { forwardFacts, type GuardedSend } from './send-facts';
import { visible } from './visible';

/** Why nobody will be there for the answers: the app quits, or the profile is edited or deleted. */
export type Leaving = 'quit' | 'edited' | 'deleted';

const WORDS: Readonly<Record<Leaving, { readonly when: string; readonly confirmLabel: string }>> = {
  quit: { when: 'If you quit now', confirmLabel: 'Quit anyway' },
  edited: { when: 'If you save the profile now', confirmLabel: 'Save anyway' },
  deleted: { when: 'If you delete the profile now', confirmLabel: 'Delete anyway' },
};

/** Asked before the app quits and loses what was typed. */
export const LOSS_QUESTION: Question = {
  title: 'Quit and lose what you typed?',
  lead: [
    'The drafts, notes and saved requests of this run are in memory only: they are lost when the app ends.',
    'To keep them, stay, do what the notice at the top says, and press Try again there or in Settings.',
  ],
  facts: [],
  danger: 'caution',
  confirmLabel: 'Quit anyway',
  cancelLabel: 'Stay',
  checkboxLabel: null,
};

/** Asked before the person leaves while these sends, which may have an effect, are under way. */
export function leaveQuestion(sends: readonly GuardedSend[], leaving: Leaving): Question {
  const { when, confirmLabel } = WORDS[leaving];
  const one = sends.length === 1;
  const names = [...new Set(sends.map(({ profile }) => visible(profile.name)))];
  return {
    title: one ? 'A request is still on its way' : `${sends.length} requests are still on their way`,
    lead: [
      `${when}, ${one ? 'it' : 'they'} may still be carried out, and any answer will be lost: History keeps ${one ? 'it' : 'them'} as unknown.`,
    ],
    facts: [
      ...describeRequests(sends.map((send) => ({ send, forward: forwardFacts(send.headers) }))),
      { label: names.length === 1 ? 'Profile' : 'Profiles', value: names.join('\n') },
    ],
    danger: sends.some(({ profile }) => profile.environment === 'production') ? 'production' : 'caution',
    confirmLabel,
    cancelLabel: 'Wait',
    checkboxLabel: null,
  };
}
