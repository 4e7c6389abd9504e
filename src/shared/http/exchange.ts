import type { Finding } from '@contract';
import type { OperationKey } from '../requests/operation-key';
import type { Problem } from '../problem';
import type { ProfileStamp } from '../profiles/profile';
import type { ServiceError } from './service-error';

/**
 * One request and its outcome. The same record serves the inspector, history, replay, comparison and export. It
 * contains no secrets: the authorization header's value is replaced by `MASKED` before the record is made.
 */
export interface Exchange {
  /** UUID of this record. */
  readonly id: string;
  readonly operation: OperationKey;
  readonly profile: ProfileStamp;
  /** UTC, ISO 8601 with `Z`. */
  readonly startedAt: string;
  readonly request: SentRequest;
  readonly response: ReceivedResponse | null;
  readonly timings: Timings;
  readonly outcome: Outcome;
  readonly check: ResponseCheck;
  /** Findings of the response's contract check, most important first; they never hide data. */
  readonly findings: readonly Finding[];
  /** Number of findings besides those listed. */
  readonly moreFindings: number;
  /** Earlier tries of this look-up, oldest first. Only GETs are ever retried. */
  readonly retries: readonly Retry[];
  /** What failed on this computer after the request went out: shown in addition to the answer, never instead of it. */
  readonly notes?: readonly Problem[];
  /** Set if it was made by **Test connection**. */
  readonly purpose?: 'connection-test';
  /** Set if the exchange stands for a whole load of pages, of which this is the first. */
  readonly load?: LoadCounts;
}

/**
 * Whether the whole response was checked against the contract, and if not, why: only what was checked can conform.
 */
export type ResponseCheck =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not-checked'; readonly why: NotCheckedReason };

export type NotCheckedReason = (typeof NOT_CHECKED_REASONS)[number];
export const NOT_CHECKED_REASONS = [
  /** It was returned before its check was done. */
  'under-way',
  /** No answer came. */
  'no-answer',
  /** The answer is incomplete. */
  'broke-off',
  /** Its bytes are neither UTF-8 nor text in the charset they declare. */
  'not-utf-8',
  /** Beyond the limit of the transport, or longer than a string can be. */
  'too-large',
  'took-too-long',
  /** The process that read it ended by itself. */
  'crashed',
  /** Somebody, or the system, killed the process that read it. */
  'killed',
  /** The person or the app cancelled during the check. */
  'cancelled',
  /** It was returned before its check, and the app was closed before the check was done. */
  'app-ended',
  /** The specification does not define such an answer. */
  'no-shape',
  /** Something failed on this computer. */
  'failed',
  /** The exchange stands for many pages. */
  'many-pages',
  /** It was recorded by a version of the app that did not record this. */
  'not-known',
] as const;

/** How much a load of pages has brought. */
export interface LoadCounts {
  readonly pages: number;
  readonly rows: number;
}

/** Replaces a header value that only main knows. */
export const MASKED = '••••••••';

/** Names and order as on the wire; a name may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** As on the wire, except that the authorization value is `MASKED`. */
  readonly headers: HeaderList;
  readonly body: Body;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: Body;
  /** Bytes of the body as received, before decoding. */
  readonly wireBytes: number;
  readonly tls: TlsFacts | null;
}

export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  readonly subject: string;
  readonly issuer: string;
  /** UTC, ISO 8601. */
  readonly validTo: string;
}

/**
 * A body. Small text travels with the record; anything else stays in main and is read in slices through `bodyId` (a
 * body over `INLINE_BODY_BYTES` never crosses the bridge as one value).
 */
export type Body =
  | { readonly kind: 'none' }
  | (ReceivedAs & {
      readonly kind: 'text';
      readonly text: string;
      readonly bytes: number;
      readonly bodyId: string | null;
    })
  | (ReceivedAs & {
      readonly kind: 'stored';
      readonly bodyId: string;
      readonly bytes: number;
      /** UTF-8 text, or other bytes. */
      readonly encoding: 'utf-8' | 'binary';
      /** False if the transport's limit or a broken connection cut it short. */
      readonly complete: boolean;
      /** Set if the body is the API's error object, so that it is known without reading the body. */
      readonly error?: ServiceError;
    });

/** How the body shown differs from the one received or sent. */
interface ReceivedAs {
  readonly decodedFrom?: DecodedFrom;
  /** The size it was sent with, if the history keeps it in another: masked, or only its beginning. */
  readonly sentBytes?: number;
  /** Set if secrets in it were hidden on arrival: `MASKED` is in their place. */
  readonly masked?: true;
}

/** The first part of a large body whose rest is still arriving; it will not change. */
export interface BodyBeginning {
  readonly kind: 'beginning';
  readonly text: string;
}

/** The body came in another charset: what is shown was decoded, and its length is that of the UTF-8. */
export interface DecodedFrom {
  /** As the content type names it. */
  readonly charset: string;
  /** The bytes as received; null if they are not kept. */
  readonly bodyId: string | null;
}

/** The store ids of the parts of a body. */
export function storedIds(body: Body | undefined): readonly string[] {
  if (body === undefined || body.kind === 'none') return [];
  return [body.bodyId, body.decodedFrom?.bodyId ?? null].filter((id) => id !== null);
}

/** Largest body, in bytes, that travels inside an `Exchange`. */
export const INLINE_BODY_BYTES = 1_000_000;

/** Duration of each phase in milliseconds; null if the phase did not happen (a kept-alive connection has no dns, connect or tls). */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the last byte of the request to the first of the response. */
  readonly firstByteMs: number | null;
  readonly downloadMs: number | null;
  readonly totalMs: number;
}

export interface Retry {
  readonly startedAt: string;
  readonly reason: string;
  readonly waitedMs: number;
}

/** Where an attempt without a complete response ended, which tells whether the service may have acted on it. */
export type ConnectionFailure = (typeof CONNECTION_FAILURES)[number];
export const CONNECTION_FAILURES = [
  'dns',
  'refused',
  'unreachable',
  'tls',
  'proxy',
  'connect-timeout',
  'total-timeout',
  'sleep',
  'reset',
  'truncated',
  'too-large',
  'bad-encoding',
  'protocol',
] as const;

export type Outcome =
  /** A complete response came back, whatever its status. */
  | { readonly kind: 'answered' }
  /** `why` in words if the person did not cancel it: `the profile was switched`. */
  | { readonly kind: 'cancelled'; readonly mayHaveArrived: boolean; readonly why?: string }
  /** It went out, and no answer was noted: it is still on its way, or the app ended before the answer came. */
  | {
      readonly kind: 'unanswered';
      readonly why: 'under-way' | 'app-ended';
      readonly mayHaveArrived: true;
    }
  | {
      readonly kind: 'failed';
      readonly failure: ConnectionFailure;
      /** The raw text: the error's code and message from the runtime. */
      readonly detail: string;
      /** True if the request's bytes may have reached the other side. */
      readonly mayHaveArrived: boolean;
    };

/** True if the request may have had its effect and no answer says so. */
export function isOutcomeUnknown({
  outcome,
  response,
}: {
  readonly outcome: Outcome;
  readonly response: object | null;
}): boolean {
  return response === null && outcome.kind !== 'answered' && outcome.mayHaveArrived;
}

/** True if it was cancelled while waiting for another try: then its last one is among the earlier ones, too. */
export function endedWaiting({ retries, startedAt }: Pick<Exchange, 'retries' | 'startedAt'>): boolean {
  return retries.at(-1)?.startedAt === startedAt;
}
