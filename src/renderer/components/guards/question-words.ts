import type { SendQuestion, SendReason } from '../../../shared/guard';
import { assertNever } from '../../../shared/problem';
import { cardWords } from '../../../shared/request-cards';

export interface QuestionWords {
  /** The dialog's name. */
  readonly question: string;
  /** The button that sends. */
  readonly answer: string;
  /** A sentence for each reason but production, which the question itself names. */
  readonly reasons: readonly { readonly words: string; readonly list: readonly string[] }[];
  /** Why the person is asked once more, or null. */
  readonly again: string | null;
}

/** What the person is asked. The weightiest reason gives the question; all of them are said. */
export function questionWords({ profile, reasons, askedAgain }: SendQuestion): QuestionWords {
  const kinds = new Set(reasons.map(({ kind }) => kind));
  return {
    ...titleWords(profile, kinds),
    reasons: reasons.flatMap((reason) => reasonWords(reason, profile.name)),
    again: againWords(askedAgain),
  };
}

function titleWords(
  { name, environment }: SendQuestion['profile'],
  kinds: ReadonlySet<SendReason['kind']>,
): Pick<QuestionWords, 'question' | 'answer'> {
  if (environment === 'production') return { question: 'Send to production?', answer: 'Send to production' };
  if (kinds.has('other-profile'))
    return { question: `Send with the profile ${name}?`, answer: `Send with ${name}` };
  return { question: 'Send this secret to a new host?', answer: 'Send and remember the host' };
}

function reasonWords(reason: SendReason, profileName: string): QuestionWords['reasons'] {
  switch (reason.kind) {
    case 'production':
      return [];
    case 'other-profile': {
      const other = reason.name === null ? 'a profile that is gone' : `the profile ${reason.name}`;
      return [
        {
          words: `This request was composed or recorded under ${other}. Its IDs may mean something else, or nothing, under ${profileName}.`,
          list: [],
        },
      ];
    }
    case 'secret-host':
      return [
        {
          words: `The secret in the header ${reason.header} goes to ${reason.host} for the first time. If you send, it may go there and nowhere else; more hosts can be allowed under Settings.`,
          list: [],
        },
      ];
    case 'unknown-numbers':
      return [
        {
          words:
            'There are numbers that could be card numbers of a network this app does not know. Card numbers must never be sent as typed.',
          list: reason.cards.map(cardWords),
        },
      ];
    default:
      return assertNever(reason);
  }
}

function againWords(askedAgain: SendQuestion['askedAgain']): string | null {
  switch (askedAgain) {
    case null:
      return null;
    case 'changed':
      return 'You are asked again because the request has changed since your answer.';
    case 'expired':
      return 'You are asked again because your answer came too late.';
    default:
      return assertNever(askedAgain);
  }
}
