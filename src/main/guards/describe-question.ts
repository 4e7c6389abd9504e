import { assertNever } from '@shared/problem';
import type { Environment, Profile } from '@shared/profiles/profile';
import type { Question, QuestionFact } from '@shared/questions/question';
import { readAmount } from './read-amount';
import { describeCard } from './request-cards';
import { exactLocal, zoneOfComputer } from '@shared/text/format-time';
import type { ForwardFacts, GuardedSend } from './send-facts';
import type { ManySends, SendReason } from './send-reasons';

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  local: 'Local sandbox',
  sandbox: 'sandbox',
  production: 'production',
};

/** A profile without a merchant account sends no header for it. */
const DEFAULT_MERCHANT = 'Not set: the service uses its default';

/** Of a list; how many more there are is said. */
const MAX_LINES = 20;
const MAX_CHARACTERS = 2_000;

/** What the person is asked before a send: one question, whatever the number of reasons. Nothing secret is in it. */
export function sendQuestion(
  send: GuardedSend,
  forward: ForwardFacts | null,
  reasons: readonly SendReason[],
  mayGrant: boolean,
  many: ManySends | null,
): Question {
  // Of many, each body has its own.
  const amount = forward !== null && many === null ? readAmount(send.body) : null;
  return {
    ...describeTitle(send.profile, reasons),
    lead: [...describeMany(many), ...reasons.flatMap((reason) => describeReason(reason, send.profile.name))],
    ...(amount === null ? {} : { amount }),
    facts: [...manyFacts(many), ...sendFacts(send, forward), ...reasons.flatMap(reasonFacts)],
    danger: send.profile.environment === 'production' ? 'production' : 'caution',
    checkboxLabel: mayGrant ? 'Do not ask for 10 minutes' : null,
    reasons: reasons.map(({ kind }) => kind),
  };
}

/** The weightiest reason gives the question and its answers. */
function describeTitle(
  { name, environment }: Profile,
  reasons: readonly SendReason[],
): Pick<Question, 'title' | 'confirmLabel' | 'cancelLabel' | 'icon'> {
  if (environment === 'production')
    return {
      title: 'Send to production?',
      confirmLabel: 'Send to production',
      cancelLabel: 'Cancel',
    };
  if (reasons.some(({ kind }) => kind === 'secret-host'))
    return {
      title: 'Send a secret to a new host?',
      confirmLabel: 'Send it there',
      cancelLabel: 'Do not send',
      icon: 'lock',
    };
  if (reasons.some(({ kind }) => kind === 'unknown-outcome'))
    return { title: 'Send it again?', confirmLabel: 'Send again', cancelLabel: 'Cancel' };
  const shown = visible(name);
  return {
    title: `Send with the profile ${shown}?`,
    confirmLabel: `Send with ${shown}`,
    cancelLabel: 'Cancel',
  };
}

function describeReason(reason: SendReason, profileName: string): string[] {
  switch (reason.kind) {
    case 'production':
      return [];
    case 'other-profile': {
      const other = reason.name === null ? 'a deleted profile' : `the profile ${visible(reason.name)}`;
      return [
        `This request was composed or recorded under ${other}. Its IDs may mean something else, or nothing, under ${visible(profileName)}.`,
      ];
    }
    case 'secret-host': {
      const { host, headers, service } = reason;
      const one = headers.length === 1;
      const secrets = `${one ? 'secret in the header' : 'secrets in the headers'} ${listed(headers)}`;
      return service
        ? [
            `The service ${host} gets the ${secrets} for the first time: it could read ${one ? 'it' : 'them'}.`,
          ]
        : [
            `The ${secrets} ${one ? 'goes' : 'go'} to ${host} for the first time. If you agree, ${one ? 'it' : 'they'} may go there from then on; more hosts can be allowed under Settings.`,
          ];
    }
    case 'unknown-outcome':
      return [
        `The same request went out on ${exactLocal(new Date(reason.since), zoneOfComputer())}, and nobody knows whether it had its effect. A second one may charge the card a second time.`,
      ];
    case 'unknown-numbers':
      return [
        'There are numbers that could be card numbers of a network this app does not know. Card numbers must never be sent as typed.',
      ];
    default:
      return assertNever(reason);
  }
}

function reasonFacts(reason: SendReason): QuestionFact[] {
  return reason.kind === 'unknown-numbers'
    ? [{ label: 'Numbers', value: lines(reason.cards.map(describeCard)), mono: true }]
    : [];
}

function describeMany(many: ManySends | null): string[] {
  if (many === null) return [];
  return [
    many.count === 1
      ? 'Your answer sends 1 request.'
      : `Your answer sends ${many.count} requests, one after the other.`,
  ];
}

function manyFacts(many: ManySends | null): QuestionFact[] {
  if (many === null) return [];
  return [
    { label: 'Requests', value: String(many.count) },
    {
      label: many.hosts.length === 1 ? 'Host' : `${many.hosts.length} hosts`,
      value: lines(many.hosts),
      mono: true,
    },
  ];
}

function sendFacts({ profile, method, url }: GuardedSend, forward: ForwardFacts | null): QuestionFact[] {
  const who: QuestionFact[] = [
    {
      label: 'Profile',
      value: `${visible(profile.name)} (${ENVIRONMENTS[profile.environment]})`,
      emphasis: visible(profile.name),
    },
    merchantFact(profile),
  ];
  if (forward === null) return [{ ...addressFact('Address', url), prefix: visible(method) }, ...who];
  return [
    {
      ...addressFact('Destination', forward.destination.href),
      prefix: forward.method === '' ? '(no method)' : visible(forward.method),
    },
    addressFact('Through', url),
    ...who,
    listFact('Payment method', forward.paymentMethods),
    listFact('Authentication', forward.authentications),
  ];
}

/** In whose name it acts. */
export function merchantFact({ merchantAccountId }: Profile): QuestionFact {
  return { label: 'Merchant account', value: visible(merchantAccountId ?? DEFAULT_MERCHANT) };
}

/** A whole address, its host with weight. */
export function addressFact(label: string, url: string): QuestionFact {
  const { href, host } = new URL(url);
  return { label, value: visible(href), emphasis: host, mono: true };
}

/** @param one what one of them is called. */
function listFact(one: string, values: readonly string[]): QuestionFact {
  if (values.length === 0) return { label: one, value: 'None' };
  return { label: values.length === 1 ? one : `${one}s`, value: lines(values), mono: true };
}

function lines(values: readonly string[]): string {
  const { shown, more } = firstOf(values);
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** In a sentence: "a, b and c". */
function listed(values: readonly string[]): string {
  const { shown, more } = firstOf(values);
  return new Intl.ListFormat('en-GB').format([...shown, ...(more > 0 ? [`${more} more`] : [])]);
}

function firstOf(values: readonly string[]): { readonly shown: readonly string[]; readonly more: number } {
  const shown = values.slice(0, MAX_LINES).map(visible);
  return { shown, more: values.length - shown.length };
}

/**
 * One line in which everything can be seen: what breaks lines, turns the direction of writing or shows nothing at all
 * could make a question say something else than it does.
 */
export function visible(text: string): string {
  const seen = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu, '\ufffd');
  return seen.length > MAX_CHARACTERS
    ? `${seen.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : seen;
}
