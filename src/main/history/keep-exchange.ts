import type { Body, Exchange, HeaderList } from '@shared/http/exchange';
import type { ServiceError } from '@shared/http/service-error';
import type { ProfileStamp } from '@shared/profiles/profile';
import { mapRequest } from '@shared/requests/map-request';
import type { RequestSpec } from '@shared/requests/request-spec';
import { toKeptSpec } from '@shared/requests/request-spec-schemas';
import { secretIdOf } from '@shared/secrets/secret-reference';
import type { BodyStore } from '../bodies/body-store';
import { mapTexts } from '../bodies/large-error';
import { maskerFor, type Masker } from '../secrets/masker';
import type { SecretReferences } from '../secrets/references';
import type { SentAs } from '../sending/journal';
import { withReferences } from '../sending/plan';
import { maskedFacts, maskedReceived, maskedSent } from './masked-exchange';
import {
  KEPT_COMPOSED_LENGTH,
  KEPT_REQUEST_BYTES,
  KEPT_RESPONSE_BYTES,
  type ExchangeRecord,
  type KeptBody,
  type KeptExchange,
} from './record';

export interface KeepServices {
  readonly bodies: Pick<BodyStore, 'read'>;
  readonly secrets: Pick<SecretReferences, 'keep'>;
}

type Unrepeatable = ExchangeRecord['unrepeatable'];

interface MaskedBody {
  readonly facts: KeptBody;
  readonly bytes: Buffer | null;
  /** What was masked in the request; null if it does not affect sending it again. */
  readonly lost: Unrepeatable;
}

const NO_BODY: MaskedBody = { facts: { kind: 'none' }, bytes: null, lost: null };
const CARDS = maskerFor([], { cards: true });
const CODES = maskerFor([], { codes: true });

/** The request in the form in which it may be kept; known before there is an answer. */
export interface KeptRequest {
  readonly masker: Masker;
  /** Names of the secret headers. */
  readonly marked: readonly string[];
  readonly body: string | null;
  /** The request's part of the record. */
  readonly parts: Pick<ExchangeRecord, 'asked' | 'composed'>;
  readonly lost: Unrepeatable;
}

/** Throws if a secret would be written. */
export function keepRequest(
  { request: asked, composed, secrets }: Omit<SentAs, 'replayOf'>,
  { environment }: Pick<ProfileStamp, 'environment'>,
  references: KeepServices['secrets'],
): KeptRequest {
  const request = withReferences(asked, references);
  const marked = request.headers.filter(({ secret }) => secret).map(({ name }) => name);
  const typed = asked.headers.map(({ value }) => value);
  const written = request.headers.flatMap(({ secret }, index) =>
    secret && secretIdOf(typed[index] ?? '') === null ? [typed[index] ?? ''] : [],
  );
  const known = [...secrets, ...written.filter((value) => value !== '')];
  // The Local sandbox only has test cards.
  const masker = maskerFor(known, { cards: true, codes: environment !== 'local', repeats: true });
  const { kept, lost } = maskedRequest(request, masker);
  const parts = {
    asked: toKeptSpec(kept),
    ...keptComposed(composed && withReferences(composed, references), masker),
  };
  return { masker, marked, body: request.body, parts, lost };
}

/**
 * An exchange in the form in which it may be kept: without the secrets known to the app, with card data masked and
 * bodies shortened.
 * @param request made earlier from the same `sentAs`, if available.
 */
export async function keepExchange(
  exchange: Exchange,
  sentAs: Omit<SentAs, 'replayOf'>,
  services: KeepServices,
  request = keepRequest(sentAs, exchange.profile, services.secrets),
): Promise<KeptExchange> {
  const { masker, marked, parts, lost } = request;
  const { response } = exchange;
  const requestBody = sentBody(request.body, masker);
  const responseBody = await receivedBody(response?.body ?? { kind: 'none' }, masker, services);
  const hide = (headers: HeaderList): [string, string][] => masker.secretHeaders(headers, marked);
  const record: ExchangeRecord = {
    version: 2,
    ...maskedFacts(exchange, masker),
    request: maskedSent(exchange.request, requestBody.facts, masker, hide),
    response: response && maskedReceived(response, responseBody.facts, masker, hide),
    ...parts,
    unrepeatable: unrepeatable(requestBody, lost),
  };
  return { record, requestBody: requestBody.bytes, responseBody: responseBody.bytes };
}

/**
 * Whether the composed form lost anything is not recorded: it can only be used if the sent form can be sent again.
 */
function keptComposed(composed: RequestSpec | null, masker: Masker): Pick<ExchangeRecord, 'composed'> {
  if (composed === null || (composed.body ?? '').length > KEPT_COMPOSED_LENGTH) return {};
  const body = composed.body === null ? null : masker.text(composed.body);
  return { composed: toKeptSpec({ ...maskedRequest(composed, masker).kept, body }) };
}

/** Why the same bytes cannot be sent again; a masked card number is the most serious reason. */
function unrepeatable(body: MaskedBody, call: Unrepeatable): Unrepeatable {
  const lost = [body.lost, call];
  if (lost.includes('card-number')) return 'card-number';
  if (lost.includes('secret')) return 'secret';
  if (body.facts.kind === 'kept' && body.facts.keptBytes < body.facts.bytes) return 'too-large';
  return body.lost;
}

/** The kind of data that masking removed from a text. */
function lostOf(text: string, masked: string): Unrepeatable {
  if (text === masked) return null;
  return CARDS.text(text) === text ? 'secret' : 'card-number';
}

/**
 * `lost`: the kind of data, other than secret headers, that had to be masked, so that the request cannot be repeated.
 */
function maskedRequest(
  request: RequestSpec,
  masker: Masker,
): { readonly kept: RequestSpec; readonly lost: Unrepeatable } {
  let lost: Unrepeatable = null;
  const note = (before: string, after: string): void => {
    // A card number is the most serious reason.
    if (lost !== 'card-number') lost = lostOf(before, after) ?? lost;
  };
  const masking = (text: string): string => {
    const result = masker.text(text);
    note(text, result);
    return result;
  };
  const pair = (given: readonly [string, string]): [string, string] => {
    const result = masker.pair(given);
    note(given.join('='), result.join('='));
    return result;
  };
  const withoutBody = request.body === null ? request : { ...request, body: null };
  // The body has its own column.
  const kept = mapRequest(withoutBody, {
    text: masking,
    pair,
    header: ({ name, value, secret }) => ({
      name: masking(name),
      value: secret ? value : masking(value),
      secret,
    }),
  });
  return { kept, lost };
}

function sentBody(sent: string | null, masker: Masker): MaskedBody {
  if (sent === null || sent === '') return NO_BODY;
  const all = Buffer.from(sent, 'utf8');
  const kept = all.subarray(0, KEPT_REQUEST_BYTES);
  return maskedBody(kept, { bytes: all.length, encoding: 'utf-8', complete: true }, masker);
}

async function receivedBody(body: Body, masker: Masker, { bodies }: KeepServices): Promise<MaskedBody> {
  switch (body.kind) {
    case 'none':
      return NO_BODY;
    case 'text': {
      const text = masker.answer(body.text);
      const bytes = Buffer.from(text, 'utf8');
      const facts = { bytes: bytes.length, encoding: 'utf-8', complete: true } as const;
      // If masking left the text unchanged, the bytes need no second search.
      const masked = text === body.text ? null : masker.bytes(bytes, 'utf-8');
      return withCharset(alsoMasked(keptBody(bytes, masked, facts), body.masked ?? text !== body.text), body);
    }
    case 'stored': {
      const start = await bodies.read(body.bodyId, 0, KEPT_RESPONSE_BYTES);
      if (start === null) return NO_BODY;
      const kept = withCharset(alsoMasked(maskedBody(start, body, masker), body.masked ?? false), body);
      return withError(kept, body.error, masker);
    }
  }
}

function withError(kept: MaskedBody, error: ServiceError | undefined, masker: Masker): MaskedBody {
  if (error === undefined || kept.facts.kind === 'none') return kept;
  const masked = mapTexts(error, (text) => masker.text(text));
  return { ...kept, facts: { ...kept.facts, error: masked } };
}

function alsoMasked(kept: MaskedBody, masked: boolean): MaskedBody {
  if (!masked || kept.facts.kind === 'none') return kept;
  return { ...kept, facts: { ...kept.facts, masked } };
}

/** A body in another charset is kept as the UTF-8 that it was decoded to. */
function withCharset(kept: MaskedBody, { decodedFrom }: Exclude<Body, { kind: 'none' }>): MaskedBody {
  if (decodedFrom === undefined || kept.facts.kind === 'none') return kept;
  return { ...kept, facts: { ...kept.facts, charset: decodedFrom.charset } };
}

/** Facts about a body, complete or not. */
type BodyFacts = Pick<Extract<KeptBody, { kind: 'kept' }>, 'bytes' | 'encoding' | 'complete'>;

function maskedBody(kept: Buffer, facts: BodyFacts, masker: Masker): MaskedBody {
  const { bytes, encoding } = facts;
  const whole = encoding === 'utf-8' && kept.length < bytes ? wholeCharacters(kept) : kept;
  return keptBody(whole, masker.bytes(whole, encoding), facts);
}

/** @param masked null if there was nothing to mask. */
function keptBody(whole: Buffer, masked: Buffer | null, facts: BodyFacts): MaskedBody {
  const { bytes, encoding, complete } = facts;
  return {
    facts: { kind: 'kept', encoding, bytes, keptBytes: whole.length, complete, masked: masked !== null },
    bytes: masked ?? whole,
    lost: lostOfBody(whole, masked, encoding),
  };
}

/** Security codes can be entered again, provided that nothing else was masked. */
function lostOfBody(bytes: Buffer, masked: Buffer | null, encoding: 'utf-8' | 'binary'): Unrepeatable {
  if (masked === null) return null;
  if (CARDS.bytes(bytes, encoding) !== null) return 'card-number';
  return encoding === 'utf-8' && CODES.bytes(bytes, encoding)?.equals(masked) ? 'security-code' : 'secret';
}

/** Removes the last character of truncated text, which may be incomplete unless it is ASCII. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return (bytes[bytes.length - 1] ?? 0) < 0x80 ? bytes : bytes.subarray(0, Math.max(0, end - 1));
}
