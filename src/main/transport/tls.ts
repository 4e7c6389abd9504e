import { createHash, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { isIP, type Socket } from 'node:net';
import {
  connect,
  createSecureContext,
  rootCertificates,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import type { TlsFacts } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import { isNetworkPath } from '../files/network-path';
import { detailOf } from './failures';
import type { TransportOptions } from './types';

/** All trusted certificates of a computer together take only a few hundred kB. */
export const MAX_PEM_BYTES = 4_000_000;

export interface TlsMaterial {
  /** Equal for equal certificates and keys, whatever their files are called. */
  readonly fingerprint: string;
  /**
   * What is needed for TLS. Takes about 20 ms with an extra CA, so keep the result. Throws a `ProblemError` if key and
   * certificate do not match.
   */
  makeContexts(): TlsContexts;
}

/** A proxy is trusted as the service is, but is never shown the client certificate: it names whose calls these are. */
export interface TlsContexts {
  service(): SecureContext;
  proxy(): SecureContext;
}

let builtIn: SecureContext | null = null;

/**
 * Most profiles have no files, so thousands of requests need not compute this each time. Reading the built-in
 * certificates takes a tenth of what a call of the command line does, so it waits for a connection that needs them.
 */
const WITHOUT_FILES: TlsMaterial = {
  fingerprint: '',
  makeContexts: () => ({ service: withoutFiles, proxy: withoutFiles }),
};

function withoutFiles(): SecureContext {
  return (builtIn ??= createSecureContext({}));
}

/**
 * Reads the certificates and keys of a profile from their files. An extra CA is trusted in addition to the built-in
 * ones, never in place of them. Throws a `ProblemError` that names the file if one cannot be used.
 */
export async function loadTlsMaterial(
  options: Pick<TransportOptions, 'extraCaFile' | 'clientCertificate'>,
): Promise<TlsMaterial> {
  const { extraCaFile, clientCertificate } = options;
  if (extraCaFile === null && clientCertificate === null) return WITHOUT_FILES;
  const ca = extraCaFile === null ? null : await readPem('Extra CA file', extraCaFile);
  if (ca !== null && extraCaFile !== null) checkCertificates('Extra CA file', extraCaFile, ca);
  const cert = clientCertificate && (await readPem('Client certificate', clientCertificate.certificateFile));
  if (cert !== null && clientCertificate !== null)
    checkCertificates('Client certificate', clientCertificate.certificateFile, cert);
  const key = clientCertificate && (await readPem('Client key', clientCertificate.keyFile));

  const fingerprint = createHash('sha256')
    .update(JSON.stringify([ca, cert, key]))
    .digest('hex');
  const trusted = ca === null ? {} : { ca: [...rootCertificates, ca] };
  const makeContexts = (): TlsContexts => {
    try {
      const service = createSecureContext({
        ...trusted,
        ...(cert !== null && key !== null ? { cert, key } : {}),
      });
      let proxy: SecureContext | null = cert === null ? service : null;
      return { service: () => service, proxy: () => (proxy ??= createSecureContext(trusted)) };
    } catch (error) {
      throw new ProblemError({
        code: 'client-certificate-unusable',
        title: 'The client certificate and its key cannot be used together',
        meaning: `${clientCertificate?.keyFile ?? 'The key'} is not the private key of ${clientCertificate?.certificateFile ?? 'the certificate'}, is protected by a passphrase, or is damaged. Nothing was sent.`,
        nextStep: 'Choose the PEM file of the matching private key, without a passphrase, in the profile.',
        field: 'Client key',
        detail: detailOf(error),
      });
    }
  };
  return { fingerprint, makeContexts };
}

/**
 * Starts TLS on a connection. The certificate is verified against the host. With `verify: false`, which is only for
 * diagnosis and must never be followed by a request, the result is left in `authorizationError`.
 */
export function startTls(
  socket: Socket,
  peer: { readonly host: string; readonly context: SecureContext; readonly verify: boolean },
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connect({
      socket,
      host: peer.host,
      ...(isIP(peer.host) === 0 ? { servername: peer.host } : {}),
      secureContext: peer.context,
      rejectUnauthorized: peer.verify,
      ALPNProtocols: ['http/1.1'],
    });
    const settle = (): void => {
      signal.removeEventListener('abort', onAbort);
      secured.removeListener('error', onError);
    };
    const onAbort = (): void => {
      settle();
      secured.on('error', () => undefined); // Errors caused by the abort itself do not matter.
      secured.destroy();
      reject(new Error('aborted'));
    };
    const onError = (error: Error): void => {
      settle();
      secured.destroy();
      reject(error);
    };
    secured.once('error', onError);
    secured.once('secureConnect', () => {
      settle();
      resolve(secured);
    });
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort);
  });
}

export function tlsFactsOf(socket: TLSSocket): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const validTo = new Date(certificate.valid_to);
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().standardName ?? socket.getCipher().name,
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validTo: Number.isNaN(validTo.getTime()) ? '' : validTo.toISOString(),
  };
}

/** A distinguished name in readable form: `CN=…, O=…`. */
function nameOf(name: PeerCertificate['subject'] | undefined): string {
  return Object.entries(name ?? {})
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}

async function readPem(field: string, path: string): Promise<string> {
  try {
    if (isNetworkPath(path)) throw new Error('It is on another computer, or names a device.');
    // A device or a pipe may be endless, and reading it cannot be cancelled.
    const file = await stat(path);
    if (!file.isFile()) throw new Error('It is not a file.');
    if (file.size > MAX_PEM_BYTES)
      throw new Error(`It has ${file.size} bytes; at most ${MAX_PEM_BYTES} are read.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ProblemError({
      code: 'certificate-file-unreadable',
      title: `${path} cannot be read`,
      meaning: `The profile names this file as its ${field.toLowerCase()}. Nothing was sent.`,
      nextStep: 'Check that the file is there and may be read, or choose another one in the profile.',
      field,
      detail: detailOf(error),
    });
  }
}

function checkCertificates(field: string, path: string, pem: string): void {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  let detail = 'no PEM block “BEGIN CERTIFICATE”';
  try {
    for (const block of blocks) new X509Certificate(block);
    if (blocks.length > 0) return;
  } catch (error) {
    detail = detailOf(error);
  }
  throw new ProblemError({
    code: 'certificate-file-unusable',
    title: `${path} holds no certificate that can be used`,
    meaning: `The profile names this file as its ${field.toLowerCase()}; it should be a PEM file. Nothing was sent.`,
    nextStep: 'Choose a PEM file (text that begins with BEGIN CERTIFICATE) in the profile.',
    field,
    detail,
  });
}
