import { MASKED, type Body, type Exchange, type ReceivedResponse } from '@shared/http/exchange';
import { assertNever } from '@shared/problem';
import type { BodyStore } from '../bodies/body-store';
import type { Masker } from '../secrets/secrets';
import type { TransportResult } from '../transport/types';
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

/** What is known before anything came back, and all that is known when the app ends meanwhile. */
export function unansweredExchange(plan: Plan, masker: Masker): Exchange {
  return {
    ...aboutOf(plan),
    startedAt: new Date().toISOString(),
    request: {
      method: plan.wire.method,
      url: masker.text(plan.wire.url),
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

/** A response as it may be shown: a server may echo what it was sent, and secrets stay out of the window even then. */
export async function toReceivedResponse(
  { response }: Pick<TransportResult, 'response'>,
  masker: Masker,
  bodies: BodyStore,
): Promise<ReceivedResponse | null> {
  if (response === null) return null;
  const { bodyId } = response;
  return { ...withoutBody(response, masker), body: await maskedBody(bodyId, masker, bodies) };
}

/** The same when its body could not be kept. */
export function withoutBody(
  response: NonNullable<TransportResult['response']>,
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

async function maskedBody(bodyId: string, masker: Masker, bodies: BodyStore): Promise<Body> {
  const body = await bodies.toBody(bodyId);
  switch (body.kind) {
    case 'none':
      return body;
    case 'text':
      return { ...body, text: masker.answer(body.text) };
    case 'stored':
      return bodies.toBody(await masker.storedBody(bodies, body.bodyId));
    default:
      return assertNever(body);
  }
}
