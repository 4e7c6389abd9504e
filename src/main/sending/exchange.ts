import {
  MASKED,
  type Body,
  type BodyBeginning,
  type Exchange,
  type ReceivedResponse,
} from '@shared/http/exchange';
import { assertNever } from '@shared/problem';
import type { BodyStore } from '../bodies/body-store';
import { charsetOf, decodeToUtf8 } from '../bodies/decode-charset';
import { withServiceError } from '../bodies/large-error';
import type { Masker, SecretSearch } from '../secrets/secrets';
import type { ResponseBeginning, ResponseHead, TransportResult } from '../transport/types';
import { notChecked } from './check-response-body';
import { headersWith, type Plan } from './plan';

const NO_TIMINGS: Exchange['timings'] = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  downloadMs: null,
  totalMs: 0,
};

/** The exchange before any answer: all that is known if the app ends before one arrives. */
export function unansweredExchange(plan: Plan, masker: Masker): Exchange {
  return {
    ...aboutOf(plan),
    startedAt: new Date().toISOString(),
    request: {
      method: plan.wire.method,
      url: masker.url(plan.wire.url),
      headers: masker.secretHeaders(headersWith(MASKED, plan), plan.secretHeaders),
      body: { kind: 'none' },
    },
    response: null,
    timings: NO_TIMINGS,
    outcome: { kind: 'unanswered', why: 'under-way', mayHaveArrived: true },
    ...notChecked('no-answer'),
    retries: [],
  };
}

export function aboutOf({ id, request, stamp }: Plan): Pick<Exchange, 'id' | 'operation' | 'profile'> {
  return { id, operation: request.operation, profile: stamp };
}

/**
 * A response as it may be shown: a server may echo what it was sent, and secrets must not reach the window that way
 * either.
 */
export async function toReceivedResponse(
  { response }: Pick<TransportResult, 'response'>,
  masker: Masker,
  bodies: BodyStore,
  searched?: SecretSearch,
): Promise<ReceivedResponse | null> {
  if (response === null) return null;
  const body = await readableBody(response, masker, bodies, searched);
  return withServiceError({ ...withoutBody(response, masker), body }, bodies);
}

/**
 * The beginning of a large answer that is still arriving. Null if its status is not 200, it is not UTF-8, or none of
 * it may be shown yet.
 */
export function beginningOf(
  plan: Plan,
  { startedAt, head, bytes }: ResponseBeginning,
  masker: Masker,
): { readonly exchange: Exchange; readonly beginning: BodyBeginning } | null {
  const text = head.status === 200 && charsetOf(head.headers) === null ? masker.beginning(bytes) : null;
  if (text === null) return null;
  const response = withoutBody({ ...head, wireBytes: bytes.length }, masker);
  const exchange = { ...unansweredExchange(plan, masker), startedAt, ...notChecked('under-way'), response };
  return { exchange, beginning: { kind: 'beginning', text } };
}

/** The response without its body, with secrets masked. */
export function withoutBody(
  response: ResponseHead & Pick<ReceivedResponse, 'wireBytes'>,
  masker: Masker,
): ReceivedResponse {
  const { status, statusText, httpVersion, headers, wireBytes, tls } = response;
  return {
    status,
    statusText: masker.text(statusText),
    httpVersion,
    headers: masker.headers(headers),
    body: { kind: 'none' },
    wireBytes,
    tls,
  };
}

/** The body, as text if possible. One in another charset is decoded, and its original bytes are kept beside it. */
async function readableBody(
  { bodyId, headers }: NonNullable<TransportResult['response']>,
  masker: Masker,
  bodies: BodyStore,
  searched: SecretSearch | undefined,
): Promise<Body> {
  const charset = charsetOf(headers);
  const whole = bodies.facts(bodyId)?.complete === true;
  const decodedId = charset !== null && whole ? await decodeToUtf8(bodies, bodyId, charset) : null;
  if (charset === null || decodedId === null) return maskedBody(bodyId, masker, bodies, searched);
  const body = await maskedBody(decodedId, masker, bodies);
  if (body.kind === 'none') return body;
  // The original bytes hold what was masked in the text, in an encoding in which it might not be found.
  if (body.masked) await bodies.release(bodyId);
  return { ...body, decodedFrom: { charset, bodyId: body.masked ? null : bodyId } };
}

async function maskedBody(
  bodyId: string,
  masker: Masker,
  bodies: BodyStore,
  searched?: SecretSearch,
): Promise<Body> {
  const body = await bodies.toBody(bodyId);
  switch (body.kind) {
    case 'none':
      return body;
    case 'text': {
      const text = masker.answer(body.text);
      return text === body.text ? body : { ...body, text, masked: true };
    }
    case 'stored': {
      const maskedId = await masker.storedBody(bodies, body.bodyId, searched);
      if (maskedId === body.bodyId) return body;
      const copy = await bodies.toBody(maskedId);
      return copy.kind === 'none' ? copy : { ...copy, masked: true };
    }
    default:
      return assertNever(body);
  }
}
