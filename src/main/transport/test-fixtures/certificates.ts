import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';

/** A certificate and its private key, both PEM. Made for one test run, trusted by nobody. */
export interface TestCredentials {
  readonly certificate: string;
  readonly key: string;
}

export interface TestAuthority {
  /** PEM. */
  readonly certificate: string;
  /** A certificate for a server with these names, or for a client when there are none. */
  issue(
    subject: string,
    names: readonly string[],
    days?: { from: number; to: number },
  ): Promise<TestCredentials>;
  /** A server certificate that no authority has signed. */
  selfSigned(subject: string, names: readonly string[]): Promise<TestCredentials>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

export async function createTestAuthority(): Promise<TestAuthority> {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Transport test CA',
    notBefore: new Date(Date.now() - 40 * DAY_MS),
    notAfter: new Date(Date.now() + 400 * DAY_MS),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  return {
    certificate: authority.toString('pem'),
    issue: async (subject, names, days = { from: -1, to: 300 }) => {
      const own = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const usage = names.length > 0 ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth;
      const certificate: X509Certificate = await X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        subject,
        issuer: authority.subject,
        notBefore: new Date(Date.now() + days.from * DAY_MS),
        notAfter: new Date(Date.now() + days.to * DAY_MS),
        signingAlgorithm: algorithm,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new ExtendedKeyUsageExtension([usage]),
          ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names.map(generalName))] : []),
        ],
      });
      return toCredentials(certificate, own.privateKey);
    },
    selfSigned: async (subject, names) => {
      const own = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const certificate = await X509CertificateGenerator.createSelfSigned({
        serialNumber: serialNumber(),
        name: subject,
        notBefore: new Date(Date.now() - DAY_MS),
        notAfter: new Date(Date.now() + 30 * DAY_MS),
        signingAlgorithm: algorithm,
        keys: own,
        extensions: [new SubjectAlternativeNameExtension(names.map(generalName))],
      });
      return toCredentials(certificate, own.privateKey);
    },
  };
}

function toCredentials(certificate: X509Certificate, privateKey: webcrypto.CryptoKey): TestCredentials {
  const key = KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: certificate.toString('pem'), key };
}

function generalName(name: string): { type: 'ip' | 'dns'; value: string } {
  return { type: /^[\d.:]+$/.test(name) ? 'ip' : 'dns', value: name };
}

function serialNumber(): string {
  return `40${randomBytes(15).toString('hex')}`;
}
