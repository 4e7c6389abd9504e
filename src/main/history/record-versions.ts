import { z } from 'zod';
import { secretReference } from '@shared/secrets/secret-reference';

/** The parts of version 1 that version 2 writes differently. */
const version1 = z.looseObject({
  version: z.literal(1),
  operation: z.unknown(),
  outcome: z.unknown(),
  call: z.object({
    pathParameters: z.unknown(),
    query: z.unknown(),
    headers: z.array(
      z.object({ name: z.string(), value: z.string().nullable(), secretId: z.string().nullable() }),
    ),
  }),
});

/** Version 1 recorded a request that had no answer yet as a lost connection with this detail. */
const NO_ANSWER = 'No answer was noted: it is still under way, or the app ended before it came.';
const noAnswer = z.object({ kind: z.literal('failed'), detail: z.literal(NO_ANSWER) });

export function isOfVersion1(value: unknown): boolean {
  return version1.safeParse(value).success;
}

/** Converts a record to the current version; unknown versions are left for the schema to refuse. */
export function toCurrentRecord(value: unknown): unknown {
  const read = version1.safeParse(value);
  if (!read.success) return value;
  const { call, ...record } = read.data;
  return {
    ...record,
    version: 2,
    outcome: noAnswer.safeParse(record.outcome).success
      ? { kind: 'unanswered', why: 'under-way', mayHaveArrived: true }
      : record.outcome,
    asked: {
      version: 1,
      operation: record.operation,
      pathParameters: call.pathParameters,
      query: call.query,
      headers: call.headers.map(({ name, value: plain, secretId }) => ({
        name,
        value: secretId === null ? (plain ?? '') : secretReference(secretId),
        secret: secretId !== null,
      })),
      body: null,
    },
  };
}
