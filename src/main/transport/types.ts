import type { BodyStore } from '../bodies/body-store';
import type { HeaderList, Outcome, Timings, TlsFacts } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';

/** A request exactly as it should go onto the wire. */
export interface WireRequest {
  /** Any token of RFC 9110, in the case given, except CONNECT. */
  readonly method: string;
  /** Absolute http or https URL without user name and password; a fragment is never sent. */
  readonly url: string;
  /** Sent in this order and case; a name may repeat. */
  readonly headers: HeaderList;
  /** Sent byte for byte. */
  readonly body: Uint8Array | null;
  /**
   * No byte of the request leaves before this resolves. The connection is opened in the meantime, which reveals
   * nothing about the request.
   */
  readonly beforeIt?: () => Promise<void>;
}

/** How to reach the other side. All of these are fields of `Profile`, so a profile can be passed directly. */
export interface TransportOptions extends Pick<
  Profile,
  'timeouts' | 'proxy' | 'extraCaFile' | 'clientCertificate'
> {
  /** The most bytes a response's body may have after decoding. Default 512 MB. */
  readonly bodyLimitBytes?: number;
}

export const DEFAULT_BODY_LIMIT_BYTES = 512 * 1024 * 1024;

/** What the composition root passes in. */
export interface TransportServices {
  /** For `user-agent: payments-api-explorer/<version>`. */
  readonly version: string;
  readonly bodies: Pick<BodyStore, 'receive' | 'release'>;
  /**
   * The operating system's proxies for a URL, in PAC notation: `DIRECT`, `PROXY host:port`, `HTTPS host:port`, several
   * separated by `;` in order of preference.
   */
  readonly resolveSystemProxy: (url: string) => Promise<string>;
  /** How long a read waits for a byte after the computer wakes, in ms. Default 5 s. */
  readonly wakeGraceMs?: number;
}

/** What is known about a large answer while most of it is still on its way. */
export interface ResponseBeginning {
  readonly startedAt: string;
  readonly head: ResponseHead;
  /** The body's first bytes, decoded. */
  readonly bytes: Buffer;
}

/** Callbacks for an answer as it arrives. */
export interface ResponseWatch {
  /**
   * Called once for a body of more than `INLINE_BODY_BYTES`, when its first bytes have arrived. The rest waits for
   * the promise.
   */
  readonly onBeginning?: (beginning: ResponseBeginning) => Promise<void>;
  /** Called with each decoded piece of the body before it is stored. */
  readonly onPiece?: (piece: Buffer) => void;
}

export interface Transport {
  /**
   * Sends one request, once. Never retries and never follows a redirect. `result` rejects with a `ProblemError` only
   * if the request is refused before connecting: a method, URL or header that cannot be sent as given, or a file that
   * cannot be read. Anything that happens later is in the result's `outcome`.
   */
  send(request: WireRequest, options: TransportOptions, watch?: ResponseWatch): TransportCall;
  /**
   * Checks the connection to a base URL step by step, for **Test connection**; `result` never rejects. The last step
   * is a GET without a token, for which any answer will do; the caller has to try afterwards whether a token is
   * accepted.
   */
  diagnose(url: string, options: TransportOptions): DiagnosisCall;
  closeIdleConnections(): void;
  /** The computer is going to sleep: requests that do not survive it end as `sleep`. */
  sleep(): void;
  /** The computer is awake again: no request goes out on an older connection. */
  wake(): void;
}

export interface DiagnosisCall {
  readonly result: Promise<readonly DiagnosisStep[]>;
  cancel(): void;
}

/**
 * Steps come in this order; a diagnosis ends at the first that is not ok. `Proxy` and `TLS` appear only where they
 * apply.
 */
export interface DiagnosisStep {
  readonly name: 'Settings' | 'Proxy' | 'DNS' | 'TCP' | 'TLS' | 'HTTP';
  readonly ok: boolean;
  /** One or two sentences for a person. */
  readonly words: string;
  readonly ms: number;
  /** The accessible name of the profile field that is wrong, if known. */
  readonly field?: string;
}

export interface TransportCall {
  readonly result: Promise<TransportResult>;
  /** Stops the request at any stage; `result` then says `cancelled`, with whatever had arrived by then. */
  cancel(): void;
  /** Stops the request if no byte of it has left. */
  cancelUnsent(): void;
}

export interface TransportResult {
  /** UTC, ISO 8601 with `Z`. */
  readonly startedAt: string;
  /** The request as on the wire (or as it would have been). Only `proxy-authorization`, which transport adds itself, is masked. */
  readonly sent: { readonly method: string; readonly url: string; readonly headers: HeaderList };
  /** Null until the response head has been read; set whatever happens to its body. */
  readonly response: TransportResponse | null;
  readonly timings: Timings;
  readonly outcome: Outcome;
  /** Null if no connection was established. */
  readonly connection: ConnectionFacts | null;
}

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** `1.1` or `1.0`. */
  readonly httpVersion: string;
  /** In the order and case received; trailers are not read. */
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
  /** Content codings left on the body because the app does not know them; normally empty. */
  readonly undecoded: readonly string[];
}

export interface ConnectionFacts {
  /**
   * True if an earlier request opened it: such a connection may turn out to be dead before the request arrives.
   */
  readonly reused: boolean;
  /** `host:port` of the proxy, or null. */
  readonly proxy: string | null;
  /** IP address and port at the other end of the connection (the proxy's, if there is one). */
  readonly remoteAddress: string | null;
  readonly tls: TlsFacts | null;
}
