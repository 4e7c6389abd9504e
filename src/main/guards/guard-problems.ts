import { ProblemError } from '@shared/problem';
import { describeCard, type RequestCard } from './request-cards';

export function blockedByReadOnly(profileName: string): ProblemError {
  return new ProblemError({
    code: 'profile-read-only',
    title: 'This profile is read-only',
    meaning: `"${profileName}" is locked against requests that may change something. Nothing was sent.`,
    nextStep: 'Switch Read-only off in the profile if you are allowed to, or choose another profile.',
    field: 'Read-only',
    detail: null,
  });
}

export function blockedByCards(cards: readonly RequestCard[]): ProblemError {
  const one = cards.length === 1;
  return new ProblemError({
    code: 'card-numbers',
    title: one
      ? 'There is a card number in the request'
      : `There are ${cards.length} card numbers in the request`,
    meaning: `Card numbers are never sent as typed on a production profile. Nothing was sent.`,
    nextStep: 'Put a placeholder such as CARD_NUMBER_1 in its place, and name the stored payment method.',
    detail: cards.slice(0, 20).map(describeCard).join('\n'),
  });
}

export function blockedByHost(header: string, host: string, hosts: readonly string[]): ProblemError {
  return new ProblemError({
    code: 'secret-host',
    title: 'This secret belongs to another host',
    meaning: `The secret in "${header}" may go to ${hosts.join(', ')} only, not to ${host}. Nothing was sent.`,
    nextStep: `Check the destination. If it is right, allow ${host} for this secret in the app’s Settings.`,
    field: 'Destination URL',
    detail: null,
  });
}

export function unclearDestination(): ProblemError {
  return new ProblemError({
    code: 'unclear-destination',
    title: 'It is unclear where this would go',
    meaning:
      'The request names more than one destination, or none that everybody would read alike. Nothing was sent.',
    nextStep: 'Enter one whole URL, beginning with https:// and a host.',
    field: 'Destination URL',
    detail: null,
  });
}
