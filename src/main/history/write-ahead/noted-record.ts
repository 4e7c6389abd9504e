import { z } from 'zod';
import type { UnsettledMark } from '../../sending/unsettled-mark';
import { recordSchema, type KeptExchange } from '../record';

const unsettledSchema: z.ZodType<UnsettledMark, unknown> = z.object({
  mark: z.string(),
  // Logs from earlier versions lack the draft, the destination and whether the request was carried out.
  draftId: z.string().nullable().default(null),
  destinationMark: z.string().nullable().default(null),
  contentMarks: z.array(z.string()).default([]),
  isKnown: z.boolean(),
  succeeded: z.boolean().default(false),
});

/** What the database is to receive about an exchange. */
export interface NotedRecord {
  readonly kept: KeptExchange;
  readonly replayOf: string | null;
  readonly unsettled: UnsettledMark | null;
}

const bodyLength = z.number().int().nonnegative().nullable();
const headSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('noted'),
    record: recordSchema,
    replayOf: z.string().nullable(),
    unsettled: unsettledSchema.nullable(),
    requestBytes: bodyLength,
    responseBytes: bodyLength,
  }),
  /** The database has received the records with these numbers. */
  z.object({ kind: z.literal('settled'), numbers: z.array(z.number()) }),
]);

export type ReadRecord =
  | { readonly kind: 'noted'; readonly noted: NotedRecord }
  | { readonly kind: 'settled'; readonly numbers: readonly number[] };

const LENGTH_BYTES = 4;

export function writeNoted({ kept, replayOf, unsettled }: NotedRecord): Buffer {
  const { record, requestBody, responseBody } = kept;
  const head = {
    kind: 'noted',
    record,
    replayOf,
    unsettled,
    requestBytes: requestBody?.length ?? null,
    responseBytes: responseBody?.length ?? null,
  };
  return withHead(head, requestBody, responseBody);
}

export function writeSettled(numbers: readonly number[]): Buffer {
  return withHead({ kind: 'settled', numbers }, null, null);
}

/** Throws if the record was not written by this version. */
export function readRecord(plain: Buffer): ReadRecord {
  const bodiesAt = LENGTH_BYTES + plain.readUInt32BE(0);
  const head = headSchema.parse(JSON.parse(plain.subarray(LENGTH_BYTES, bodiesAt).toString('utf8')));
  if (head.kind === 'settled') return head;
  const { record, replayOf, unsettled, requestBytes, responseBytes } = head;
  const responseAt = bodiesAt + (requestBytes ?? 0);
  const requestBody = requestBytes === null ? null : plain.subarray(bodiesAt, responseAt);
  const responseBody = responseBytes === null ? null : plain.subarray(responseAt, responseAt + responseBytes);
  return { kind: 'noted', noted: { kept: { record, requestBody, responseBody }, replayOf, unsettled } };
}

function withHead(head: object, requestBody: Buffer | null, responseBody: Buffer | null): Buffer {
  const text = Buffer.from(JSON.stringify(head), 'utf8');
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text, requestBody ?? NOTHING, responseBody ?? NOTHING]);
}

const NOTHING = Buffer.alloc(0);
