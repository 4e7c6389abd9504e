import type { Question } from '@shared/questions/question';
import { addressFact } from '../guards/describe-question';

/** The question to ask before the app connects to anybody of its own accord. */
export function updateQuestion(address: string, often: 'daily' | 'once'): Question {
  const { host } = new URL(address);
  const when = often === 'daily' ? 'once a day, while it is open' : 'once, now';
  return {
    title: `Ask ${host} for newer versions?`,
    lead: [
      `If you agree, the app asks there ${when}, which version is the newest. Nothing is downloaded and nothing is installed.`,
      'The host learns the address of this computer and the version of the app, and nothing else.',
    ],
    facts: [addressFact('Address', address)],
    danger: 'caution',
    confirmLabel: often === 'daily' ? 'Ask once a day' : 'Ask now',
    cancelLabel: 'Do not connect',
    checkboxLabel: null,
  };
}
