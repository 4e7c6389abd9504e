import { INLINE_BODY_BYTES, type Body, type Exchange, type LoadCounts } from '@shared/http/exchange';
import { countOf } from '@shared/text/count-of';
import type { BodyStore } from '../bodies/body-store';
import type { ExchangeRecord, KeptBody, KeptExchange } from './record';

type Bodies = Pick<BodyStore, 'receive' | 'assign' | 'ownedBy'>;

/** The owner of a body read from the history, to keep it apart from the bodies of the run that sent it. */
function ownerOf(exchangeId: string, part: 'request' | 'response'): string {
  return `history:${exchangeId}:${part}`;
}

/**
 * The exchange as the window shows it. One without an answer is either under way or will never get one. Large bodies
 * stay in the body store until they are read.
 */
export async function restoreExchange(
  { record, requestBody, responseBody }: KeptExchange,
  bodies: Bodies,
  isUnderWay: (exchangeId: string) => boolean = () => false,
): Promise<Exchange> {
  const {
    id,
    operation,
    profile,
    startedAt,
    timings,
    check,
    findings,
    moreFindings,
    retries,
    notes,
    purpose,
    load,
  } = record;
  const { request, response } = record;
  const sent = await toBody(request.body, requestBody, bodies, ownerOf(id, 'request'));
  return {
    id,
    operation,
    profile,
    startedAt,
    request: { ...request, body: withSentSize(sent, request.body) },
    response: response && {
      ...response,
      body: await toBody(response.body, responseBody, bodies, ownerOf(id, 'response')),
    },
    timings,
    outcome:
      record.outcome.kind === 'unanswered' && !isUnderWay(id)
        ? { ...record.outcome, why: 'app-ended' }
        : record.outcome,
    check,
    findings,
    moreFindings,
    retries,
    ...(notes === undefined ? {} : { notes }),
    ...(purpose === undefined ? {} : { purpose }),
    ...(load === undefined ? {} : { load }),
  };
}

function withSentSize(body: Body, facts: KeptBody): Body {
  if (body.kind === 'none' || facts.kind === 'none' || facts.bytes === body.bytes) return body;
  return { ...body, sentBytes: facts.bytes };
}

async function toBody(facts: KeptBody, bytes: Buffer | null, bodies: Bodies, owner: string): Promise<Body> {
  if (facts.kind === 'none' || bytes === null) return { kind: 'none' };
  const complete = facts.complete && facts.keptBytes === facts.bytes;
  const { charset } = facts;
  const decoded = charset === undefined ? {} : { decodedFrom: { charset, bodyId: null } };
  if (facts.encoding === 'utf-8' && complete && bytes.length <= INLINE_BODY_BYTES) {
    return { kind: 'text', text: bytes.toString('utf8'), bytes: bytes.length, bodyId: null, ...decoded };
  }
  // When opened again it stays the same body, because a screen may still show it and must not find it gone.
  const bodyId = bodies.ownedBy(owner) ?? (await store(bytes));
  const error = facts.error === undefined ? {} : { error: facts.error };
  return {
    kind: 'stored',
    bodyId,
    bytes: bytes.length,
    encoding: facts.encoding,
    complete,
    ...decoded,
    ...error,
  };

  async function store(content: Buffer): Promise<string> {
    const writer = bodies.receive();
    await writer.write(content);
    const id = await writer.finish({ complete });
    bodies.assign(owner, [id]);
    return id;
  }
}

/** Sentences on the parts of an exchange that were not kept. */
export function notKept({ request, response, asked, load }: ExchangeRecord): string[] {
  const sentences = [
    load === undefined ? null : loadSentence(load),
    bodySentence('request', request.body),
    response === null ? null : bodySentence('response', response.body),
    asked.headers.some(({ secret }) => secret)
      ? 'Values of secret headers are not kept in the history.'
      : null,
  ];
  return sentences.filter((sentence) => sentence !== null);
}

function loadSentence({ pages, rows }: LoadCounts): string {
  return `Load all: ${countOf(pages, 'page')} with ${countOf(rows, 'row')}. What is shown and replayed is its first page; bodies of a load are not kept.`;
}

const MASKED_REST = {
  request: 'A password or key typed into it is part of the rest, unless a secret header has the same.',
  response: 'Card data is in the live answer alone.',
};

function bodySentence(which: keyof typeof MASKED_REST, body: KeptBody): string | null {
  if (body.kind === 'none') return null;
  const cut =
    body.keptBytes < body.bytes
      ? `The first ${megabytes(body.keptBytes)} of ${megabytes(body.bytes)} of the ${which}’s body are kept.`
      : null;
  const masked = body.masked
    ? `Card data and secrets that the app recognized in the ${which}’s body are masked here: the history never keeps those, and keeps the rest as it was. ${MASKED_REST[which]}`
    : null;
  return [cut, masked].filter((sentence) => sentence !== null).join(' ') || null;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
