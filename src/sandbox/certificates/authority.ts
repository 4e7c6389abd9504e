import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';

/** A certificate and its private key, both as PEM. */
export interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority that is created at every start, kept only in memory, and trusted by nothing else. */
export interface ThrowawayAuthority {
  /** In PEM format. */
  readonly certificate: string;
  /** For TLS servers on this computer's loopback addresses. */
  readonly server: Credentials;
  /** For the client that Vault Forward presents with mutual TLS. */
  readonly client: Credentials;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY = 86_400_000;
const LIFETIME_DAYS = 30;

const CLIENT_NAME = 'CN=vault-forward-client, O=Payments API sandbox';

/** @param now ms since 1970. */
export async function createThrowawayAuthority(now: number): Promise<ThrowawayAuthority> {
  // Passed explicitly instead of relying on the global, which Node 16 does not have.
  cryptoProvider.set(webcrypto);
  const validity = { notBefore: new Date(now - DAY), notAfter: new Date(now + LIFETIME_DAYS * DAY) };
  const authorityKeys = await keyPair();
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    serialNumber: serialNumber(),
    name: 'CN=Throwaway CA, O=Payments API sandbox',
    signingAlgorithm: algorithm,
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  });
  const issue = async (
    subject: string,
    usage: ExtendedKeyUsage,
    names: SubjectAlternativeNameExtension[],
  ): Promise<Credentials> => {
    const keys = await keyPair();
    const certificate = await X509CertificateGenerator.create({
      ...validity,
      serialNumber: serialNumber(),
      subject,
      issuer: authority.subject,
      signingAlgorithm: algorithm,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([usage]),
        ...names,
      ],
    });
    return {
      certificate: pem(certificate),
      key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  };
  const loopbackNames = new SubjectAlternativeNameExtension([
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
    { type: 'ip', value: '::1' },
  ]);
  const [server, client] = await Promise.all([
    issue('CN=localhost, O=Payments API sandbox', ExtendedKeyUsage.serverAuth, [loopbackNames]),
    issue(CLIENT_NAME, ExtendedKeyUsage.clientAuth, []),
  ]);
  return { certificate: pem(authority), server, client };
}

function keyPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

/** 16 random bytes in hexadecimal; the first bit is clear, as a serial number has to be positive. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
