import { parseUrl } from '@shared/http/parse-url';
import { describeScopes, type Detachment, type RouteDifference } from '@shared/profiles/credential';
import { secretName } from '@shared/profiles/describe-detachment';
import { readTokenClaims, tokenValidity } from '@shared/profiles/jwt';
import type { Profile } from '@shared/profiles/profile';
import type { Question, QuestionFact } from '@shared/questions/question';
import { formatDuration } from '@shared/text/format-time';
import { visible } from '../guards/visible';
import type { CredentialRecord } from './credential-record';

/** Asks whether a secret may take the route that its profile names now. Everything in it may be shown. */
export function moveQuestion(
  profile: Profile,
  record: CredentialRecord,
  { differences }: Detachment,
  now: number,
): Question {
  const what = secretName(record.kind);
  const address = differences.some(({ part }) => part === 'Address');
  const name = visible(profile.name);
  const entered = record.kind === 'token' ? 'access token' : 'signing key';
  return {
    title: address ? `Let the ${what} go to another address?` : `Let the ${what} go another way?`,
    lead: [
      address
        ? `The ${entered} of ${name} was entered for one address. The profile now names another.`
        : `The ${entered} of ${name} was entered for one way to its address. The profile now names another.`,
    ],
    facts: [
      ...differences.flatMap(differenceFacts),
      ...(address
        ? []
        : [{ label: 'Address', value: visible(profile.baseUrl ?? 'no address'), mono: true as const }]),
      { label: record.kind === 'token' ? 'Token' : 'Signing key', value: secretFacts(record, now) },
      { label: 'Asked by', value: `Move the ${what}, just now` },
      {
        label: 'If you agree',
        value: address
          ? 'whoever runs the new address can use it'
          : 'whoever can listen in on the new way can use it',
      },
    ],
    danger: profile.environment === 'production' ? 'production' : 'caution',
    icon: 'key',
    confirmLabel: `Move the ${what}`,
    cancelLabel: address ? 'Keep the old address' : 'Keep the old way',
    checkboxLabel: null,
  };
}

function differenceFacts({ part, soFar, now }: RouteDifference): QuestionFact[] {
  if (part !== 'Address') {
    return [
      { label: `${part} so far`, value: visible(soFar), mono: true, compared: true },
      { label: `${part} now`, value: visible(now), mono: true, compared: true },
    ];
  }
  return [
    { label: 'So far', value: visible(soFar), ...emphasisIn(soFar, now), mono: true, compared: true },
    { label: 'Now', value: visible(now), ...emphasisIn(now, soFar), mono: true, compared: true },
  ];
}

/** The labels in which the two hosts differ; the whole host if those labels would not stand out. */
function emphasisIn(origin: string, other: string): { readonly emphasis?: string } {
  const host = parseUrl(origin)?.host;
  const otherHost = parseUrl(other)?.host;
  if (host === undefined) return {};
  const emphasis = otherHost === undefined ? host : differingLabels(host.split('.'), otherHost.split('.'));
  const standsOut = emphasis !== '' && origin.indexOf(emphasis) >= origin.indexOf('//') + 2;
  return { emphasis: standsOut ? emphasis : host };
}

function differingLabels(labels: readonly string[], others: readonly string[]): string {
  const least = Math.min(labels.length, others.length);
  let front = 0;
  while (front < least && labels[front] === others[front]) front += 1;
  let back = 0;
  while (back < least - front && labels[labels.length - 1 - back] === others[others.length - 1 - back]) {
    back += 1;
  }
  return labels.slice(front, labels.length - back).join('.');
}

/** `14 Nov 2026`. */
function dateOf(time: Date): string {
  return time.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** `entered 14 Nov 2026, 3 scopes, 12 min left`. */
function secretFacts(record: CredentialRecord, now: number): string {
  const entered =
    record.enteredAt === null
      ? 'entered before this version'
      : `entered ${dateOf(new Date(record.enteredAt))}`;
  if (record.kind === 'signing-key') return `${entered}, ${describeScopes(record.scopes)}`;
  const claims = readTokenClaims(record.token);
  if (claims === null) return `${entered}, not a JWT`;
  const validity = tokenValidity(claims, now, 0);
  const life = {
    expired: 'expired',
    'not-yet': 'not valid yet',
    valid:
      validity.kind === 'valid' && validity.leftMs !== null
        ? `${formatDuration(validity.leftMs) ?? 'less than 1 s'} left`
        : claims.oddTimes.includes('exp')
          ? 'expiry not readable'
          : 'no expiry',
  }[validity.kind];
  return [entered, describeScopes(claims.scopes), life].join(', ');
}
