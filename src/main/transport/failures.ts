import type { IncomingMessage } from 'node:http';
import type { ConnectionFailure } from '@shared/http/exchange';
import { codeOf } from '@shared/text/code-of';

/** A connection failure of a certain kind; `message` is the raw detail (never secret). */
export class TransportFailure extends Error {
  constructor(
    readonly failure: ConnectionFailure,
    detail: string,
    /** True if the other side has certainly not processed the request. */
    readonly certainlyUnprocessed = false,
  ) {
    super(detail);
    this.name = 'TransportFailure';
  }
}

/** The error's code and message as the runtime gave them. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  const message = error.message.trim();
  return code === '' || message.includes(code) ? message : `${code}: ${message}`;
}

/** The other side rejected the TLS handshake after we thought it complete (TLS 1.3 lets the client send at once). */
const REFUSED_CERTIFICATE =
  /ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_REVOKED|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED)/;

/** Classifies an error that occurred between the first byte of the request and the end of the response head. */
export function classifyExchangeError(error: unknown): TransportFailure {
  if (error instanceof TransportFailure) return error;
  const code = codeOf(error);
  const detail = detailOf(error);
  // OpenSSL 3 (Node) puts the alert into the code, older versions only into the message, and BoringSSL (Electron 22) into
  // neither: there the refusal looks like a reset, and nobody can know whether the request was processed.
  const alert = `${code} ${detail}`.toUpperCase().replace(/ /g, '_');
  if (/^ERR_SSL_|^EPROTO$|^ERR_TLS_/.test(code)) {
    return new TransportFailure('tls', detail, REFUSED_CERTIFICATE.test(alert));
  }
  // The head ended early: the connection was cut, but the peer broke no rule.
  if (code === 'HPE_INVALID_EOF_STATE') return new TransportFailure('reset', detail);
  if (code.startsWith('HPE_')) return new TransportFailure('protocol', detail);
  return new TransportFailure('reset', detail);
}

/** Far more than any service sends; each of tens of thousands would be masked, kept and shown. */
export const MAX_HEADERS = 5_000;

/** Why the head that node:http took for that of the answer is none; null if it is one. */
export function refusedHead({ statusCode = 0, rawHeaders }: IncomingMessage): TransportFailure | null {
  // A 101 that names no protocol passes for an answer, and what follows it for a second one.
  if (statusCode < 200)
    return new TransportFailure('protocol', `The server ended its answer with status ${statusCode}`);
  // Each takes two places: its name and its value.
  if (rawHeaders.length > 2 * MAX_HEADERS)
    return new TransportFailure('protocol', `HPE_HEADER_OVERFLOW: more than ${MAX_HEADERS} headers`);
  return null;
}
