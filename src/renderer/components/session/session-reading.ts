import { countOf } from '@shared/text/count-of';
import type { TicketSummary } from '@shared/explain/ticket';
import type { Body, Exchange } from '@shared/http/exchange';
import { toServiceError } from '@shared/http/service-error';
import { distanceFromNow, formatMoment, parseDateTime } from '@shared/text/format-time';
import { readBodyText, type AskForText } from '@renderer/components/body-text/read-body-text';
import { asArray, asObject, asText, type Json, type JsonObject } from '@renderer/components/facts/json';
import { cartSums, describeRaised } from './cart-arithmetic';
import { isSession, otherTypeOf } from '@shared/sessions/is-session';
import { namedOtherwise, paymentWords } from '@shared/sessions/payment-words';
import { parseExactJson, parseExactJsonInParts } from '@renderer/components/facts/parse-exact-json';
import { shortenEnd } from '@shared/text/shorten-end';
import { runInSlices } from '@renderer/components/json-view/worker/run-in-slices';

/** Reading a larger session would block the window; the viewer still shows it. */
const MAX_SESSION_BYTES = 64_000_000;

/** What the Overview shows: the session, or why there is none, in words. */
export type SessionReading =
  | { readonly kind: 'session'; readonly session: JsonObject }
  | { readonly kind: 'none'; readonly words: string }
  /** It is being read. */
  | { readonly kind: 'reading' };

const NO_SESSION: SessionReading = {
  kind: 'none',
  words: 'This response is not an object: see the JSON tab.',
};

const NO_JSON: SessionReading = {
  kind: 'none',
  words:
    'The session cannot be shown here because its body is not valid JSON: the JSON tab shows where it breaks.',
};

/** The session of a 200 response whose body is here; a body that is stored in main has to be read first. */
export function readSession({ outcome, response }: Exchange): SessionReading {
  if (response === null || outcome.kind !== 'answered') return NO_SESSION;
  if (response.status !== 200)
    return none(`only a 200 is read as a session, and this is a ${response.status}`);
  const { body } = response;
  switch (body.kind) {
    case 'none':
      return NO_SESSION;
    case 'text':
      return sessionOf(parseExactJson(body.text));
    case 'stored':
      if (body.encoding !== 'utf-8') return none('it is not text in UTF-8 or in the charset it names');
      if (!body.complete) return none('it did not arrive in full');
      return body.bytes > MAX_SESSION_BYTES ? none('it is larger than 64 MB') : { kind: 'reading' };
  }
}

/**
 * The session in a body that is stored in main, read without blocking the window; null if `isDropped` says that it is
 * no longer needed.
 */
export async function readStoredSession(
  body: Extract<Body, { kind: 'stored' }>,
  isDropped: () => boolean = () => false,
  ask?: AskForText,
): Promise<SessionReading | null> {
  const read = await readBodyText(body, ask);
  if (read.kind !== 'text') return { kind: 'none', words: read.message };
  const parsed = await runInSlices(parseExactJsonInParts(read.text), isDropped);
  return parsed && sessionOf(parsed.result);
}

function none(why: string): SessionReading {
  return { kind: 'none', words: `The session cannot be shown here because ${why}: see the JSON tab.` };
}

/** The fields are later read tolerantly, one by one. `undefined`: the body is not JSON. */
function sessionOf(parsed: Json | undefined): SessionReading {
  if (parsed === undefined) return NO_JSON;
  const session = asObject(parsed);
  if (session === null) return NO_SESSION;
  if (isSession(session)) return { kind: 'session', session };
  if (toServiceError(session) !== null) return none('it is the error object of the API');
  const type = otherTypeOf(session);
  return none(type === null ? 'it has no field of a session' : `it says that it is of the type “${type}”`);
}

/**
 * `Expired 3 h ago, at 21 Nov 2026 09:00:12 UTC`, then `4 cart lines, total … · card visa •••• 1111`: what support reads
 * first. In UTC, because it may be read in another time zone.
 */
export function sessionSummary(session: JsonObject, now: Date): TicketSummary {
  const expiresAt = parseDateTime(asText(session.expires_at) ?? '');
  const state =
    expiresAt === null
      ? 'Expiry unknown'
      : `${expiresAt <= now ? 'Expired' : 'Expires'} ${distanceFromNow(expiresAt, now)}, at ${formatMoment(expiresAt, 'UTC', true)}`;
  return { state, words: shortenEnd(`${describeItem(session)} · ${describeCard(session)}`) };
}

function describeItem(session: JsonObject): string {
  const items = asArray(session.cart_items);
  if (session.cart_items === undefined) return 'cart not given';
  if (items === null) return 'no cart';
  const sums = cartSums(items);
  const lines = countOf(items.length, 'cart line');
  if (sums === null) return `${lines}, total not computed`;
  const raised = sums.raised === 0n ? '' : `; ${describeRaised(sums.raised.toLocaleString('en'))}`;
  return `${lines}, total ${sums.total.toLocaleString('en')} in the smallest unit (computed${raised})`;
}

function describeCard(session: JsonObject): string {
  const method = asObject(session.payment_method);
  if (session.payment_method === undefined) return 'payment method not given';
  if (method === null) return 'no payment method';
  const name = asText(method.method);
  // The label of another method is often an email address, which a ticket includes only if somebody chose so. Not "paid
  // by": a session does not say whether it was paid.
  if (namedOtherwise(name) !== null) return `payment method ${shortenEnd(name ?? '')}`;
  // Shortened, because it is updated every second.
  const scheme = asText(method.scheme);
  const words = paymentWords({ method: null, scheme, label: asText(method.label) });
  return shortenEnd(words.startsWith('card') ? words : `card ${words}`)
    .replace(/ +/g, ' ')
    .trim();
}
