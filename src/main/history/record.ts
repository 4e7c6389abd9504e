import { z } from 'zod';
import { FINDING_RULES } from '@contract/finding';
import { CONNECTION_FAILURES, NOT_CHECKED_REASONS } from '@shared/http/exchange';
import { ENVIRONMENTS } from '@shared/profiles/profile';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import { keptSpecSchema } from '@shared/requests/request-spec-schemas';
import { toCurrentRecord } from './record-versions';

const headers = z.array(z.tuple([z.string(), z.string()]));
const text = z.string();
const number = z.number();
const maybeNumber = z.number().nullable();

/** Facts about a body; its bytes have their own column. */
const keptBody = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('kept'),
    encoding: z.enum(['utf-8', 'binary']),
    /** Size of the body as sent or received. */
    bytes: number,
    /** How many bytes from the start are kept. */
    keptBytes: number,
    /** False if it was already incomplete on arrival. */
    complete: z.boolean(),
    /** True if something in it was masked before it was kept. */
    masked: z.boolean(),
    /** The charset it arrived in, if it is kept in another one. */
    charset: z.string().optional(),
    /** See `Body`. Set if the kept beginning is not enough to tell. */
    error: z
      .object({
        code: text,
        status: number,
        message: text.nullable(),
        details: z.array(z.object({ location: text, pointer: text, message: text, type: text })),
      })
      .optional(),
  }),
]);
export type KeptBody = z.infer<typeof keptBody>;

const failure = z.enum(CONNECTION_FAILURES);

const problem = z.object({
  code: text,
  title: text,
  meaning: text,
  nextStep: text,
  field: text.optional(),
  detail: text.nullable(),
});

const current = z.object({
  version: z.literal(2),
  id: text,
  operation: operationKeySchema,
  profile: z.object({
    id: text,
    name: text,
    environment: z.enum(ENVIRONMENTS),
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
    z.object({ kind: z.literal('cancelled'), mayHaveArrived: z.boolean(), why: text.optional() }),
    z.object({
      kind: z.literal('unanswered'),
      why: z.enum(['under-way', 'app-ended']),
      mayHaveArrived: z.literal(true),
    }),
    z.object({ kind: z.literal('failed'), failure, detail: text, mayHaveArrived: z.boolean() }),
  ]),
  /** Missing in older records. */
  check: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('checked') }),
      z.object({ kind: z.literal('not-checked'), why: z.enum(NOT_CHECKED_REASONS) }),
    ])
    .default({ kind: 'not-checked', why: 'not-known' }),
  findings: z.array(
    z.object({
      pointer: text,
      rule: z.enum(FINDING_RULES),
      severity: z.enum(['error', 'warning', 'note']),
      message: text,
      value: text.nullable(),
      expected: text,
    }),
  ),
  moreFindings: number,
  retries: z.array(z.object({ startedAt: text, reason: text, waitedMs: number })),
  notes: z.array(problem).optional(),
  purpose: z.enum(['connection-test']).optional(),
  load: z.object({ pages: number, rows: number }).optional(),
  /** The request, from which a replay is made. Its body has its own column. */
  asked: keptSpecSchema,
  /** The request as it was composed, with its body. Set if values were filled in, unless it is large. */
  composed: keptSpecSchema.optional(),
  /**
   * Why the same bytes cannot be sent again; with `security-code` they can, once the person has entered the code
   * again.
   */
  unrepeatable: z.enum(['card-number', 'secret', 'too-large', 'security-code']).nullable(),
});
export type ExchangeRecord = z.infer<typeof current>;

/** An exchange without its bodies. Records of earlier versions of the app are converted to the current one. */
export const recordSchema: z.ZodType<ExchangeRecord> = z.preprocess(toCurrentRecord, current);

/** An exchange as the history keeps it. */
export interface KeptExchange {
  readonly record: ExchangeRecord;
  readonly requestBody: Buffer | null;
  readonly responseBody: Buffer | null;
}

/** How many bytes of a body are kept: all of a request that can be sent again, the beginning of a large response. */
export const KEPT_REQUEST_BYTES = 16_000_000;
export const KEPT_RESPONSE_BYTES = 1_000_000;
/** Up to this length (UTF-16 units) a request's body is also kept as it was composed. */
export const KEPT_COMPOSED_LENGTH = 1_000_000;
