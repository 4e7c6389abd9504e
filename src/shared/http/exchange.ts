import type { Finding } from '@contract';
import type { OperationKey } from '../requests/operation-key';
import type { Problem } from '../problem';
import type { ProfileStamp } from '../profiles/profile';
import type { ServiceError } from './service-error';

/**
 * One request and what became of it. The same record serves the inspector, history, replay, comparison and export.
 * Nothing in it is secret: the authorization header's value is replaced by `MASKED` before the record is made.
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
  /** Findings of the contract check of the response, most important first; never hides data. */
  readonly findings: readonly Finding[];
  /** Findings beyond those listed. */
  readonly moreFindings: number;
  /** Earlier tries of this same look-up, oldest first. Only GETs are ever tried again. */
  readonly retries: readonly Retry[];
  /** What failed on this computer after the request went out: told beside the answer, and never in its place. */
  readonly notes?: readonly Problem[];
  /** Set when it was made by **Test connection**. */
  readonly purpose?: 'connection-test';
  /** When the exchange stands for a whole load of pages: this is its first one. */
  readonly load?: LoadCounts;
}

/** Whether the whole response was checked against the contract, and if not, why: only what was checked can conform. */
export type ResponseCheck =
  | { readonly kind: 'checked' }
  | { readonly kind: 'not-checked'; readonly why: NotCheckedReason };

export type NotCheckedReason = (typeof NOT_CHECKED_REASONS)[number];
export const NOT_CHECKED_REASONS = [
  /** It was handed out before its check was done. */
  'under-way',
  /** No answer came. */
  'no-answer',
  /** The answer did not come whole. */
  'broke-off',
  /** Its bytes are no UTF-8, and no text of the charset they name. */
  'not-utf-8',
  /** Beyond the limit of the transport, or longer than a text can be. */
  'too-large',
  'took-too-long',
  /** The process that read it ended by itself. */
  'crashed',
  /** Somebody, or the system, ended the process that read it. */
  'killed',
  /** The person, or the app, cancelled while it was checked. */
  'cancelled',
  /** It was handed out before its check, and the app was closed before that was done. */
  'app-ended',
  /** The specification gives no shape for such an answer. */
  'no-shape',
  /** Something failed on this computer. */
  'failed',
  /** The exchange stands for many pages. */
  'many-pages',
  /** It was recorded by a version of the app that did not note it. */
  'not-known',
] as const;

/** How much a load of pages has brought. */
export interface LoadCounts {
  readonly pages: number;
  readonly rows: number;
}

/** Stands for a header value that main alone knows. */
export const MASKED = '••••••••';

/** Names as written on the wire and in their order there; a name may repeat. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

export interface SentRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** As on the wire; the authorization value is `MASKED`. */
  readonly headers: HeaderList;
  readonly body: Body;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  readonly body: Body;
  /** Bytes of the body as they came over the wire, before decoding. */
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
 * A body. Small text travels with the record; anything else stays in main and is read in slices through `bodyId`
 * (a body over `INLINE_BODY_BYTES` never crosses the bridge as one value).
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
      /** Text in UTF-8, or bytes that are none. */
      readonly encoding: 'utf-8' | 'binary';
      /** False when the transport's limit or a broken connection cut it short. */
      readonly complete: boolean;
      /** Set when the body is the API's error object: it says what the answer is without the body being read. */
      readonly error?: ServiceError;
    });

/** How what is shown differs from what came. */
interface ReceivedAs {
  readonly decodedFrom?: DecodedFrom;
  /** Secrets in it were hidden as it came: `MASKED` is in their place. */
  readonly masked?: true;
}

/** The first part of a large body whose rest is still coming: what lies in it is as it will be in the whole. */
export interface BodyBeginning {
  readonly kind: 'beginning';
  readonly text: string;
}

/** The body came in another charset: what is shown was decoded, and has the length of its UTF-8. */
export interface DecodedFrom {
  /** As the content type names it. */
  readonly charset: string;
  /** The bytes as they were received; null when they are not kept. */
  readonly bodyId: string | null;
}

/** The ids under which parts of a body lie in the store. */
export function storedIds(body: Body | undefined): readonly string[] {
  if (body === undefined || body.kind === 'none') return [];
  return [body.bodyId, body.decodedFrom?.bodyId ?? null].filter((id): id is string => id !== null);
}

/** Largest body, in bytes, that travels inside an `Exchange`. */
export const INLINE_BODY_BYTES = 1_000_000;

/** Milliseconds of each phase; null where the phase did not happen (a kept-alive connection has no dns, connect, tls). */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  /** From the request's last byte to the response's first. */
  readonly firstByteMs: number | null;
  readonly downloadMs: number | null;
  readonly totalMs: number;
}

export interface Retry {
  readonly startedAt: string;
  readonly reason: string;
  readonly waitedMs: number;
}

/** Where an attempt without a complete response ended, and so whether the service may have acted on it. */
export type ConnectionFailure =
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'proxy'
  | 'connect-timeout'
  | 'total-timeout'
  | 'sleep'
  | 'reset'
  | 'truncated'
  | 'too-large'
  | 'bad-encoding'
  | 'protocol';

export type Outcome =
  /** A whole response came back, whatever its status. */
  | { readonly kind: 'answered' }
  /** `why` in words when it was not the person: `the profile was switched`. */
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
      /** The raw truth: the error's code and message as the runtime gave them. */
      readonly detail: string;
      /** True when the request's bytes may have reached the other side. */
      readonly mayHaveArrived: boolean;
    };

/** True when the request may have had its effect and no answer says so. */
export function isOutcomeUnknown({
  outcome,
  response,
}: {
  readonly outcome: Outcome;
  readonly response: object | null;
}): boolean {
  return response === null && outcome.kind !== 'answered' && outcome.mayHaveArrived;
}
