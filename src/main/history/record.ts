import { z } from 'zod';
import { operations, type OperationId } from '../../contract';

const operationId = z.string().transform((name, context): OperationId => {
  const known = Object.keys(operations).find((id): id is OperationId => id === name);
  if (known !== undefined) return known;
  context.addIssue({ code: 'custom', message: 'no operation of the API' });
  return z.NEVER;
});

const headers = z.array(z.tuple([z.string(), z.string()]));
const text = z.string();
const number = z.number();
const maybeNumber = z.number().nullable();

/** What is known of a body beside its bytes, which lie in a column of their own. */
const keptBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('kept'),
    encoding: z.enum(['utf-8', 'binary']),
    /** As it was sent or received. */
    bytes: number,
    /** Bytes from its beginning that are kept. */
    keptBytes: number,
    /** False when it was cut short on its way already. */
    complete: z.boolean(),
    /** True when something in it was masked before it was kept. */
    masked: z.boolean(),
  }),
]);
export type KeptBody = z.infer<typeof keptBody>;

const failure = z.enum([
  'dns',
  'refused',
  'unreachable',
  'tls',
  'proxy',
  'connect-timeout',
  'total-timeout',
  'reset',
  'truncated',
  'too-large',
  'bad-encoding',
  'protocol',
]);

/** An exchange without its bodies, and what was asked of the API client, from which a replay is made. */
export const recordSchema = z.object({
  version: z.literal(1),
  id: text,
  operation: operationId,
  profile: z.object({
    id: text,
    name: text,
    environment: z.enum(['local', 'sandbox', 'production']),
    baseUrl: text,
    merchantAccountId: text.nullable(),
    merchantHeader: text,
  }),
  startedAt: text,
  request: z.object({ method: text, url: text, headers, body: keptBody }),
  response: z
    .object({
      status: number,
      statusText: text,
      httpVersion: text,
      headers,
      body: keptBody,
      wireBytes: number,
      tls: z.object({ protocol: text, cipher: text, subject: text, issuer: text, validTo: text }).nullable(),
    })
    .nullable(),
  timings: z.object({
    dnsMs: maybeNumber,
    connectMs: maybeNumber,
    tlsMs: maybeNumber,
    firstByteMs: maybeNumber,
    downloadMs: maybeNumber,
    totalMs: number,
  }),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered') }),
    z.object({ kind: z.literal('cancelled'), mayHaveArrived: z.boolean() }),
    z.object({ kind: z.literal('failed'), failure, detail: text, mayHaveArrived: z.boolean() }),
  ]),
  findings: z.array(
    z.object({
      pointer: text,
      rule: z.enum([
        'unlisted-property',
        'required',
        'type',
        'pattern',
        'range',
        'length',
        'format',
        'constant',
        'unknown-enum',
        'empty-body-expected',
        'body-expected',
        'undocumented-status',
      ]),
      severity: z.enum(['error', 'warning', 'note']),
      message: text,
      value: text.nullable(),
      expected: text,
    }),
  ),
  moreFindings: number,
  retries: z.array(z.object({ startedAt: text, reason: text, waitedMs: number })),
  call: z.object({
    pathParameters: z.record(text, text),
    query: z.array(z.tuple([text, text])),
    /** The value, or the id of a secret (`SecretReferences`) in its place. */
    headers: z.array(z.object({ name: text, value: text.nullable(), secretId: text.nullable() })),
  }),
  /** Why the same bytes cannot be sent again; `security-code`: not before the person has entered it again. */
  unrepeatable: z.enum(['card-number', 'secret', 'too-large', 'security-code']).nullable(),
});
export type ExchangeRecord = z.infer<typeof recordSchema>;

/** An exchange as it is kept. */
export interface KeptExchange {
  readonly record: ExchangeRecord;
  readonly requestBody: Buffer | null;
  readonly responseBody: Buffer | null;
}

/** Bytes of a body that are kept: all of a request that can be sent again, the beginning of a large response. */
export const KEPT_REQUEST_BYTES = 16_000_000;
export const KEPT_RESPONSE_BYTES = 1_000_000;
