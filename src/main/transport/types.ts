import type { BodyStore } from '../bodies/body-store';
import type { HeaderList, Outcome, Timings, TlsFacts } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';

/** A request as the caller wants it on the wire. */
export interface WireRequest {
  /** Any token of RFC 9110, in the case given, except CONNECT. */
  readonly method: string;
  /** Absolute http or https URL without user name and password; a fragment is never sent. */
  readonly url: string;
  /** Sent in this order and case; a name may repeat. */
  readonly headers: HeaderList;
  /** Sent byte for byte. */
  readonly body: Uint8Array | null;
  /** No byte of it leaves before this is done. Its connection is opened meanwhile, which says nothing of the request. */
  readonly beforeIt?: () => Promise<void>;
}

/** How to reach the other side: these are fields of a `Profile`, so a profile can be given as it is. */
export interface TransportOptions extends Pick<
  Profile,
  'timeouts' | 'proxy' | 'extraCaFile' | 'clientCertificate'
> {
  /** Most bytes of the response's body after decoding. Default 512 MB. */
  readonly bodyLimitBytes?: number;
}

export const DEFAULT_BODY_LIMIT_BYTES = 512 * 1024 * 1024;

/** What the composition root hands in. */
export interface TransportServices {
  /** For `user-agent: payments-api-explorer/<version>`. */
  readonly version: string;
  /** Takes in response bodies. */
  readonly bodies: Pick<BodyStore, 'receive' | 'release'>;
  /**
   * The proxies of the operating system for a URL, in the notation of a PAC file: `DIRECT`, `PROXY host:port`,
   * `HTTPS host:port`, several parted by `;` in order of preference.
   */
  readonly resolveSystemProxy: (url: string) => Promise<string>;
  /** So long a request that only reads waits for a byte after the computer woke. Default 5 s. */
  readonly wakeGraceMs?: number;
}

/** What is known of a large answer while most of it is still coming. */
export interface ResponseBeginning {
  readonly startedAt: string;
  readonly head: ResponseHead;
  /** The body's first bytes, decoded. */
  readonly bytes: Buffer;
}

/** Who looks at an answer while it comes. */
export interface ResponseWatch {
  /** Told, once, of an answer whose body is over `INLINE_BODY_BYTES`, when its first bytes are here. The rest waits for it. */
  readonly onBeginning?: (beginning: ResponseBeginning) => Promise<void>;
  /** Given each piece of the body, decoded, before it is stored. */
  readonly onPiece?: (piece: Buffer) => void;
}

export interface Transport {
  /**
   * Sends one request, once. Never retries, never follows a redirect.
   * `result` rejects with a `ProblemError` only for what is refused before a connection is tried: a method, URL or header
   * that cannot be sent as given, a file that cannot be read. Whatever happens after that is in the result's `outcome`.
   */
  send(request: WireRequest, options: TransportOptions, watch?: ResponseWatch): TransportCall;
  /**
   * Goes the way to a base URL step by step, for **Test connection**; `result` never rejects. The last step is a GET
   * without a token, for which any answer at all is good; whether a token is accepted is for the caller to try after it.
   */
  diagnose(url: string, options: TransportOptions): DiagnosisCall;
  /** Closes the connections that are kept alive and not in use. */
  closeIdleConnections(): void;
  /** The computer goes to sleep: what is under way and does not outlive it ends as `sleep`. */
  sleep(): void;
  /** It is awake again: no request goes out on a connection of before. */
  wake(): void;
}

export interface DiagnosisCall {
  readonly result: Promise<readonly DiagnosisStep[]>;
  cancel(): void;
}

/** Steps come in this order; a diagnosis ends at the first that is not ok. `Proxy` and `TLS` come where they apply. */
export interface DiagnosisStep {
  readonly name: 'Settings' | 'Proxy' | 'DNS' | 'TCP' | 'TLS' | 'HTTP';
  readonly ok: boolean;
  /** One or two sentences for a person. */
  readonly words: string;
  readonly ms: number;
  /** The accessible name of the profile's field that is wrong, where that is known. */
  readonly field?: string;
}

export interface TransportCall {
  readonly result: Promise<TransportResult>;
  /** Stops it, whatever it is doing; `result` then says `cancelled` with what had come in by then. */
  cancel(): void;
  /** Stops it where no byte of it has left. */
  cancelUnsent(): void;
}

export interface TransportResult {
  /** UTC, ISO 8601 with `Z`. */
  readonly startedAt: string;
  /** The request as on the wire (or as it would have been). Only `proxy-authorization`, which transport adds itself, is masked. */
  readonly sent: { readonly method: string; readonly url: string; readonly headers: HeaderList };
  /** Present once the head of the response was read, whatever became of its body. */
  readonly response: TransportResponse | null;
  readonly timings: Timings;
  readonly outcome: Outcome;
  /** Null when no connection came about. */
  readonly connection: ConnectionFacts | null;
}

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** `1.1` or `1.0`. */
  readonly httpVersion: string;
  /** In order and case as received; trailers are not read. */
  readonly headers: HeaderList;
  readonly tls: TlsFacts | null;
}

export interface TransportResponse extends ResponseHead {
  /** In the `BodyStore`: `toBody(bodyId)` turns it into the `Body` of an `Exchange`. */
  readonly bodyId: string;
  /** Bytes after decoding. */
  readonly bodyBytes: number;
  /** Bytes of the body on the wire, before decoding, without the framing of chunks. */
  readonly wireBytes: number;
  /** Content codings that were left on the body because they are not known here; empty as a rule. */
  readonly undecoded: readonly string[];
}

export interface ConnectionFacts {
  /** True when an earlier request had opened it: such a connection may turn out dead, without the request having arrived. */
  readonly reused: boolean;
  /** `host:port` of the proxy in between, or null. */
  readonly proxy: string | null;
  /** IP address and port of the other end of the connection (the proxy's, when there is one). */
  readonly remoteAddress: string | null;
  readonly tls: TlsFacts | null;
}
