import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { TextDecoder } from 'node:util';
import type { DownstreamAuthentication } from '../downstream-authentication/downstream-authentication';
import type { Headers } from '../downstream-authentication/downstream-request';
import { verifySignature, type SignatureFinding } from '../downstream-authentication/signing';

/** What the destination reports about the request it received. */
export interface Received {
  readonly method: string;
  /** With the query, as in the request line. */
  readonly path: string;
  readonly httpVersion: string;
  /** As on the wire, in order; names may repeat. */
  readonly headers: Headers;
  /** The body as text; null when it is not UTF-8. */
  readonly body: string | null;
  /** The body as base64 when it is not UTF-8; otherwise null. */
  readonly bodyBase64: string | null;
  readonly bodyBytes: number;
  /** Hexadecimal. */
  readonly bodySha256: string;
  /** Null without TLS or without a certificate. */
  readonly clientCertificate: {
    readonly subject: string;
    readonly issuer: string;
    readonly trusted: boolean;
  } | null;
  /** Null when the request was not signed. */
  readonly signature: SignatureFinding | null;
  /**
   * The payload of an encrypted body as text. Null when the body is not encrypted or cannot be decrypted, in which case
   * `decryptionError` says why.
   */
  readonly decrypted: string | null;
  readonly decryptionError: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export async function describeReceived(
  request: IncomingMessage,
  body: Buffer,
  authentication: DownstreamAuthentication,
): Promise<Received> {
  const headers = headersOf(request);
  const { method = '', url = '' } = request;
  const text = textOf(body);
  const encrypted = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/jose'),
  );
  const opened = encrypted
    ? await decryptBody(body, authentication)
    : { decrypted: null, decryptionError: null };
  return {
    method,
    path: url,
    httpVersion: request.httpVersion,
    headers,
    body: text,
    bodyBase64: text === null ? body.toString('base64') : null,
    bodyBytes: body.length,
    bodySha256: createHash('sha256').update(body).digest('hex'),
    clientCertificate: clientCertificateOf(request),
    signature: verifySignature({ method, target: url, headers, body }, [authentication.signingSecret]),
    ...opened,
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
}

function textOf(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}

async function decryptBody(
  body: Buffer,
  { encryption }: DownstreamAuthentication,
): Promise<Pick<Received, 'decrypted' | 'decryptionError'>> {
  try {
    return { decrypted: (await encryption.decrypt(body)).toString('utf8'), decryptionError: null };
  } catch {
    return {
      decrypted: null,
      decryptionError: 'The body is not a JWE encrypted to the key of this sandbox.',
    };
  }
}

function clientCertificateOf({ socket }: IncomingMessage): Received['clientCertificate'] {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return null;
  const onOneLine = (name: string): string => name.split('\n').join(', ');
  return {
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    trusted: socket.authorized,
  };
}
