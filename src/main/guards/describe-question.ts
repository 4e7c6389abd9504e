import { NOTED_OUTCOME_WORDS, NOTED_OUTCOMES } from '@shared/history/noted-outcome';
import { assertNever } from '@shared/problem';
import { countOf } from '@shared/text/count-of';
import type { Environment, Profile } from '@shared/profiles/profile';
import type { Question, QuestionFact } from '@shared/questions/question';
import { readAmount } from './read-amount';
import { describeCard } from './request-cards';
import { formatMoment, zoneOfComputer } from '@shared/text/format-time';
import type { ReadsAtDestination } from '@shared/vault-forward/reading-forward';
import { addressOf, describeRequests, shownMethod } from './describe-requests';
import type { KnownSend } from './send-facts';
import type { SendReason, SentBefore } from './send-reasons';
import { visible } from './visible';

const ENVIRONMENTS: Readonly<Record<Environment, string>> = {
  local: 'Local sandbox',
  sandbox: 'sandbox',
  production: 'production',
};

/** A profile without a merchant account sends no header for it. */
const DEFAULT_MERCHANT = 'Not set: the service uses its default';

/** Longer lists end with the number of lines left out. */
const MAX_LINES = 20;

/**
 * The one question that the person is asked before a send, however many reasons there are. Contains nothing secret.
 * @param sends all under one profile.
 * @param count how many requests one "yes" sends; a single send may stand for several.
 */
export function sendQuestion(
  sends: readonly [KnownSend, ...KnownSend[]],
  count: number,
  reasons: readonly SendReason[],
  mayGrant: boolean,
): Question {
  const [{ send, forward }] = sends;
  // Only for a single request: several may have different amounts.
  const amount = forward !== null && count === 1 ? readAmount(send.body) : null;
  const many = count > 1;
  const lost = reasons.find((reason) => reason.kind === 'history-lost');
  return {
    ...describeTitle(send.profile, reasons),
    lead: [
      ...(many ? [`Your answer sends ${count} requests, one after the other.`] : []),
      ...reasons.flatMap((reason) => describeReason(reason, send.profile.name)),
    ],
    ...(amount === null ? {} : { amount }),
    facts: [...(many ? manyFacts(sends, count) : []), ...sendFacts(sends), ...reasons.flatMap(reasonFacts)],
    danger: send.profile.environment === 'production' ? 'production' : 'caution',
    checkboxLabel: checkboxOf(reasons, mayGrant),
    reasons: reasons.map(({ kind }) => kind),
    ...(lost === undefined ? {} : { lostAt: lost.lostAt }),
  };
}

function checkboxOf(reasons: readonly SendReason[], mayGrant: boolean): string | null {
  if (reasons.some(({ kind }) => kind === 'history-lost'))
    return 'I have checked what went out before then: do not ask this again';
  return mayGrant ? 'Do not ask for 10 minutes' : null;
}

/** The most serious reason decides the question and the labels of its answers. */
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
  if (reasons.some(({ kind }) => kind === 'draft-unknown'))
    return { title: 'Send it again, changed?', confirmLabel: 'Send again', cancelLabel: 'Cancel' };
  if (reasons.some(({ kind }) => kind === 'under-way'))
    return {
      title: 'Send it while another is in progress?',
      confirmLabel: 'Send it anyway',
      cancelLabel: 'Do not send',
    };
  if (reasons.some(({ kind }) => kind === 'not-checked' || kind === 'history-lost'))
    return { title: 'Send it unchecked?', confirmLabel: 'Send unchecked', cancelLabel: 'Do not send' };
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
            `The ${secrets} ${one ? 'goes' : 'go'} to ${host} for the first time. If you agree, ${one ? 'it' : 'they'} may go there from then on; more hosts can be allowed in Settings.`,
          ];
    }
    case 'unknown-outcome':
      return [
        `${reason.request ?? 'The same request'} went out${describeSends(reason.sends)}. Another one ${describeAgain(reason.reads)}.`,
      ];
    case 'draft-unknown':
      return [
        `Another version of ${reason.request ?? 'this request'} was sent${describeSends(reason.sends)}. If this one is meant to do the same, that may happen twice.`,
      ];
    case 'not-checked':
      return [
        `The earlier history cannot be read right now, so the app could not check whether this same request already went out with an unknown outcome. If it did, this one ${describeAgain(reason.reads)}. If you are not sure, do not send it: unlock the keychain if it is locked, or try again in a moment; if the history was set aside, check at the destination.`,
      ];
    case 'history-lost': {
      const at = formatMoment(new Date(reason.lostAt), zoneOfComputer());
      if (reason.isUnkept === true)
        return [
          `What went out up to ${at} may have been carried out, and nothing of it could be kept (no keychain, or a full disk). So this app does not know whether it was this same request. If it was, this one ${describeAgain(reason.reads)}. If you are not sure, do not send it: check at the destination${reason.mayBeUnderWay === true ? ', once what sent it has ended: that cannot be told from here (another container or computer, a full disk, or an older version)' : ''}.`,
        ];
      return [
        `The history could not be read on ${at}, and a new one was started, or part of it is missing. So this app does not know whether this same request went out before then with an unknown outcome. If it did, this one ${describeAgain(reason.reads)}. If you are not sure, do not send it: check at the destination.`,
      ];
    }
    case 'under-way':
      return [
        `A send is still under way in another run of the app or its command line, and without a keychain nothing tells what it is. If it is this same request, this one ${describeAgain(reason.reads)}. Do not send it: wait for the other to end.`,
      ];
    case 'unknown-numbers':
      return [
        'There are numbers that could be card numbers of a network this app does not know. Card numbers must never be sent as typed.',
      ];
    default:
      return assertNever(reason);
  }
}

/** Even if the method should only read, nobody knows what the destination does with it. */
function describeAgain(reads: ReadsAtDestination | undefined): string {
  if (reads === undefined) return 'may charge the card again';
  const what = reads.carriesCards ? 'passes the card data on' : 'goes to the destination';
  return `${what} again; by its method, ${visible(reads.method)}, it is meant to read only, but this app does not know what the destination does with it`;
}

/** How often the request went out and when: the first and the last time if there were many. */
function describeSends(sends: readonly SentBefore[]): string {
  const [first, last] = [sends[0], sends.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first === last) {
    const { answered, notedOutcome } = first;
    const answer = answered === undefined ? '' : `, was answered ${answered}`;
    const outcome =
      answer !== '' && notedOutcome === undefined
        ? 'may still have been carried out'
        : describeOutcomes(sends, 'it');
    return `${describeSend(first)}${answer}, and ${outcome}`;
  }
  const times = `${sends.length} times, first${describeSend(first)} and last${describeSend(last)}`;
  return ` ${times}${describeAnswers(sends)}, and ${describeOutcomes(sends, 'any of them')}`;
}

/** The statuses that came back, none of which says whether the request was carried out. */
function describeAnswers(sends: readonly SentBefore[]): string {
  const statuses = sends.flatMap(({ answered = [] }) => answered);
  if (statuses.length === 0) return '';
  const which = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(statuses.map(String)));
  return `, ${statuses.length} of them ${statuses.length === 1 ? 'was' : 'were'} answered ${which}`;
}

/** What people noted about the outcomes; the text makes clear that this is only what somebody noted. */
function describeOutcomes(sends: readonly SentBefore[], what: 'it' | 'any of them'): string {
  const counts = NOTED_OUTCOMES.map((outcome) => ({
    words: NOTED_OUTCOME_WORDS[outcome],
    count: sends.filter(({ notedOutcome }) => notedOutcome === outcome).length,
  })).filter(({ count }) => count > 0);
  const notKnown = sends.length - counts.reduce((sum, { count }) => sum + count, 0);
  if (notKnown === sends.length) return `it is not known whether ${what} took effect`;
  const noted =
    what === 'it'
      ? counts.map(({ words }) => `it was ${words}`)
      : counts.map(({ count, words }) => `${count} of them ${count === 1 ? 'was' : 'were'} ${words}`);
  const rest = notKnown === 0 ? '' : `, and the outcome of ${countOf(notKnown, 'other')} is not known`;
  return `it is noted that ${noted.join(' and ')}${rest}`;
}

/** Sends of earlier versions did not record their profile. */
function describeSend({ startedAt, profileName }: SentBefore): string {
  const under = profileName === null ? '' : ` under the profile ${visible(profileName)}`;
  return `${under} on ${formatMoment(new Date(startedAt), zoneOfComputer())}`;
}

function reasonFacts(reason: SendReason): QuestionFact[] {
  return reason.kind === 'unknown-numbers'
    ? [{ label: 'Numbers', value: lines(reason.cards.map(describeCard)), mono: true }]
    : [];
}

function manyFacts(sends: readonly KnownSend[], count: number): QuestionFact[] {
  const hosts = [...new Set(sends.map(hostOf))];
  return [
    { label: 'Requests', value: String(count) },
    {
      label: hosts.length === 1 ? 'Host' : `${hosts.length} hosts`,
      value: lines(hosts),
      mono: true,
    },
  ];
}

/** The host where the request takes effect: the destination's, or the service's own. */
function hostOf({ send, forward }: KnownSend): string {
  return forward?.destination.host ?? new URL(send.url).host;
}

function sendFacts(sends: readonly [KnownSend, ...KnownSend[]]): QuestionFact[] {
  const [{ send, forward }] = sends;
  const { profile, method, url } = send;
  const who: QuestionFact[] = [
    {
      label: 'Profile',
      value: `${visible(profile.name)} (${ENVIRONMENTS[profile.environment]})`,
      emphasis: visible(profile.name),
    },
    merchantFact(profile),
  ];
  if (sends.length > 1) return [...describeRequests(sends), ...who];
  if (forward === null) return [{ ...addressFact('Address', url), prefix: visible(method) }, ...who];
  return [
    {
      ...addressFact('Destination', forward.destination.href),
      prefix: shownMethod({ send, forward }),
    },
    addressFact('Through', url),
    ...who,
    listFact('Payment method', forward.paymentMethods),
    listFact('Authentication', forward.authentications),
  ];
}

/** The account on whose behalf the request acts. */
export function merchantFact({ merchantAccountId }: Profile): QuestionFact {
  return { label: 'Merchant account', value: visible(merchantAccountId ?? DEFAULT_MERCHANT) };
}

/** An address with its host emphasised. */
export function addressFact(label: string, url: string): QuestionFact {
  return { label, ...addressOf(new URL(url)) };
}

/** @param one the label for a single value. */
function listFact(one: string, values: readonly string[]): QuestionFact {
  if (values.length === 0) return { label: one, value: 'None' };
  return { label: values.length === 1 ? one : `${one}s`, value: lines(values), mono: true };
}

function lines(values: readonly string[]): string {
  const { shown, more } = firstOf(values);
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** As part of a sentence: "a, b and c". */
function listed(values: readonly string[]): string {
  const { shown, more } = firstOf(values);
  return new Intl.ListFormat('en-GB').format([...shown, ...(more > 0 ? [`${more} more`] : [])]);
}

function firstOf(values: readonly string[]): { readonly shown: readonly string[]; readonly more: number } {
  const shown = values.slice(0, MAX_LINES).map(visible);
  return { shown, more: values.length - shown.length };
}
