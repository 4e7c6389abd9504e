import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { targetOf, withHeaders, type DownstreamRequest, type Headers } from './downstream-request';

/**
 * Request signing of the sandbox's own design, because the specification does not describe any methods: HMAC-SHA256
 * over the method and path, the date and the digest of the body, in the form of the draft "Signing HTTP Messages"
 * (cavage-12), which such services use.
 */
export interface SigningSecret {
  readonly keyId: string;
  readonly secret: Buffer;
}

const SIGNED = '(request-target) date digest';

export function signRequest(
  request: DownstreamRequest,
  { keyId, secret }: SigningSecret,
  now: number,
): DownstreamRequest {
  const date = new Date(now).toUTCString();
  const digest = digestOf(request.body);
  const signature = macOf(secret, {
    method: request.method,
    target: targetOf(request.url),
    date,
    digest,
  }).toString('base64');
  return withHeaders(request, [
    ['Date', date],
    ['Digest', digest],
    ['Signature', `keyId="${keyId}",algorithm="hmac-sha256",headers="${SIGNED}",signature="${signature}"`],
  ]);
}

export interface SignatureFinding {
  readonly verified: boolean;
  /** A sentence that says why the signature does not verify; null when it does. */
  readonly reason: string | null;
}

/** Null when the request carries no signature. */
export function verifySignature(
  received: {
    readonly method: string;
    readonly target: string;
    readonly headers: Headers;
    readonly body: Buffer;
  },
  secrets: readonly SigningSecret[],
): SignatureFinding | null {
  const header = headerOf(received.headers, 'signature');
  if (header === undefined) return null;
  const fields = new Map(Array.from(header.matchAll(/(\w+)="([^"]*)"/g), (match) => [match[1], match[2]]));
  const secret = secrets.find(({ keyId }) => keyId === fields.get('keyId'));
  const failed = (reason: string): SignatureFinding => ({ verified: false, reason });
  if (!secret) return failed('The keyId is not one of this sandbox.');
  if (fields.get('algorithm') !== 'hmac-sha256') return failed('The algorithm is not hmac-sha256.');
  if (fields.get('headers') !== SIGNED) return failed(`The signed headers are not "${SIGNED}".`);
  const date = headerOf(received.headers, 'date');
  const digest = headerOf(received.headers, 'digest');
  if (date === undefined || digest === undefined) return failed('The Date or the Digest header is missing.');
  if (digest !== digestOf(received.body)) return failed('The Digest does not match the body.');
  const expected = macOf(secret.secret, { method: received.method, target: received.target, date, digest });
  const given = Buffer.from(fields.get('signature') ?? '', 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return failed('The signature does not match.');
  return { verified: true, reason: null };
}

function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1];
}

function digestOf(body: Buffer): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
}

function macOf(
  secret: Buffer,
  signed: {
    readonly method: string;
    readonly target: string;
    readonly date: string;
    readonly digest: string;
  },
): Buffer {
  const text = `(request-target): ${signed.method.toLowerCase()} ${signed.target}\ndate: ${signed.date}\ndigest: ${signed.digest}`;
  return createHmac('sha256', secret).update(text).digest();
}
