import { randomUUID } from 'node:crypto';
import { isSafe, sameHeaderName } from '@shared/http/http-fields';
import { parseServiceError } from '@shared/http/service-error';
import { leavesOpen } from '@shared/http/unsettled';
import type { ReplayPlan } from '@shared/history/history';
import type { RequestSpec } from '@shared/requests/request-spec';
import { escapeRequest, findVariables, isDynamicValue } from '@shared/requests/variables';
import { readsAtDestination } from '@shared/vault-forward/reading-forward';
import { isIdempotencyKey } from '@shared/vault-forward/idempotency-key';
import type { ExchangeRecord, KeptExchange } from './record';

/** Null if the request has no idempotency key. */
export function idempotencyOf(kept: KeptExchange): ReplayPlan['idempotency'] {
  const { asked, startedAt, outcome, response } = kept.record;
  // No server can have stored an answer for a request that never arrived.
  if (neverArrived({ outcome, response })) return null;
  const header = asked.headers.find(({ name, value }) => isIdempotencyKey(name) && value.trim() !== '');
  if (header === undefined) return null;
  const unknownOutcome =
    outcome.kind === 'answered'
      ? response !== null &&
        leavesOpen(response.status, parseServiceError(kept.responseBody?.toString('utf8') ?? ''))
      : outcome.mayHaveArrived;
  return { header: header.name, sentAt: startedAt, unknownOutcome };
}

function neverArrived({ outcome, response }: Pick<ExchangeRecord, 'outcome' | 'response'>): boolean {
  return response === null && outcome.kind !== 'answered' && !outcome.mayHaveArrived;
}

/** The composed request with the idempotency keys that were sent, each in its place and escaped as needed. */
export function withIdempotencyKeyOf(composed: RequestSpec, sent: RequestSpec): RequestSpec {
  const { headers } = escapeRequest(sent);
  return {
    ...composed,
    headers: composed.headers.map((header, at) =>
      isIdempotencyKey(header.name) ? (headers[at] ?? header) : header,
    ),
  };
}

/**
 * The same request with a new key in each idempotency header: a random UUID, unless the header was composed with a
 * variable that generates a new value each time, which stays as written.
 * @param composed null for a request that reuses the values that were sent.
 */
export function withNewIdempotencyKey(request: RequestSpec, composed: RequestSpec | null): RequestSpec {
  const key = randomUUID();
  const written = (wanted: string): string =>
    composed?.headers.find(({ name }) => sameHeaderName(name, wanted))?.value ?? '';
  const isMadeAnew = (value: string): boolean =>
    findVariables(value).some(({ name }) => isDynamicValue(name));
  return {
    ...request,
    headers: request.headers.map((header) => {
      if (!isIdempotencyKey(header.name) || header.value === '') return header;
      const own = written(header.name);
      return { ...header, value: isMadeAnew(own) ? own : key };
    }),
  };
}

/** Sentences on what a replay may do, and on what will differ. */
export function replayNotes({ record, requestBody }: KeptExchange): readonly string[] {
  if (isSafe(record.request.method) || neverArrived(record)) return [];
  const reads = readsAtDestination({ operation: record.asked.operation, request: record.request });
  const notes = [
    reads === null
      ? 'It may create or charge again what it did the first time.'
      : `It goes to the destination again. By its method, ${reads.method}, it is meant to read only.`,
  ];
  if (record.asked.operation !== 'vault_forward') return notes;
  const body = requestBody?.toString('utf8') ?? '';
  if (/\{\{\s*CARD_CRYPTOGRAM/.test(body)) {
    notes.push(
      'The destination gets a cryptogram that is new for each request (known of a compatible service).',
    );
  } else if (body.includes('{{')) {
    notes.push('The destination gets card data as the service has it stored now, which may have changed.');
  }
  return notes;
}
