import { isSafe } from '@shared/http/http-fields';
import type { QuestionFact } from '@shared/questions/question';
import { maskSecretsOfUrl } from '@shared/secrets/mask-secret-headers';
import { countOf } from '@shared/text/count-of';
import type { ForwardFacts, KnownSend } from './send-facts';
import { visible, visibleWhole } from './visible';

/** Up to this many requests are listed; the rest are counted. */
const MAX_REQUESTS = 10;
/** Characters shown after the host, so that one long address does not hide the others. */
const MAX_PATH = 100;
const SHOWN_END = 40;

/**
 * What one answer sends, request by request: those with card data first, then those that may have an effect, then
 * those that only read.
 */
export function describeRequests(sends: readonly KnownSend[]): QuestionFact[] {
  const sorted = [...sends].sort((one, other) => weight(one) - weight(other));
  const rest = sorted.slice(MAX_REQUESTS);
  return [...sorted.slice(0, MAX_REQUESTS).map(requestFact), ...(rest.length > 0 ? [restFact(rest)] : [])];
}

/** The method that the destination gets, or the service if nothing is forwarded. */
export function shownMethod({ send, forward }: KnownSend): string {
  return visible((forward ?? send).method) || '(no method)';
}

/** How a sentence refers to one of several requests. */
export function nameOf(known: KnownSend): string {
  const { send, forward } = known;
  return `${shownMethod(known)} ${addressOf(forward?.destination ?? new URL(send.url)).value}`;
}

function weight(known: KnownSend): number {
  if (carriesCards(known)) return 0;
  return isSafe(known.send.method) ? 2 : 1;
}

function carriesCards({ forward }: KnownSend): boolean {
  return forward !== null && forward.paymentMethods.length > 0;
}

function requestFact(known: KnownSend): QuestionFact {
  const { send, forward } = known;
  const url = forward?.destination ?? new URL(send.url);
  const notes = [
    ...(forward === null ? [] : [describeForward(forward)]),
    ...(send.times > 1 ? [`${send.times} times`] : []),
  ];
  return {
    label: carriesCards(known) ? 'Card data to' : 'Request',
    prefix: shownMethod(known),
    ...addressOf(url),
    ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
  };
}

function describeForward({ paymentMethods, authentications }: ForwardFacts): string {
  const cards =
    paymentMethods.length === 0
      ? 'without a payment method'
      : `with the card data of ${countOf(paymentMethods.length, 'payment method')}`;
  const signed = authentications.length === 0 ? '' : `, ${countOf(authentications.length, 'authentication')}`;
  return `Vault Forward, ${cards}${signed}`;
}

function restFact(rest: readonly KnownSend[]): QuestionFact {
  const methods = new Map<string, number>();
  let [count, cards] = [0, 0];
  for (const known of rest) {
    const { times } = known.send;
    const method = shownMethod(known);
    methods.set(method, (methods.get(method) ?? 0) + times);
    count += times;
    if (carriesCards(known)) cards += times;
  }
  const byMethod = [...methods].map(([method, times]) => `${times} ${method}`).join(', ');
  return {
    label: 'Request',
    value: `and ${count} more: ${byMethod}`,
    ...(cards === 0 ? {} : { note: `${cards} of them with card data` }),
  };
}

/** The host is always shown in full and emphasised; secrets typed into the URL are masked. */
export function addressOf(url: URL): Pick<QuestionFact, 'value' | 'emphasis' | 'whole' | 'mono'> {
  const href = maskSecretsOfUrl(url.href);
  const pathAt = href.indexOf(url.host, href.indexOf('//')) + url.host.length;
  const path = href.slice(pathAt);
  const shared = { emphasis: url.host, mono: true } as const;
  if (path.length <= MAX_PATH) return { ...shared, value: visible(href) };
  const short = `${path.slice(0, MAX_PATH - SHOWN_END)}…${path.slice(-SHOWN_END)}`;
  return {
    ...shared,
    value: visible(href.slice(0, pathAt) + short),
    whole: visibleWhole(href),
  };
}
