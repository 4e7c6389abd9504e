import { createPrivateKey, createPublicKey, generateKeyPair, KeyObject, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { completeNodeRuntime } from '@shared/app/node-runtime';

completeNodeRuntime({ webcrypto, KeyObject, clone: (value) => deserialize(serialize(value)) });

/** The algorithm of every token: EC P-521 with SHA-512. The specification does not name one; compatible services use this. */
export const TOKEN_ALGORITHM = 'ES512';

export interface VerificationKey {
  /** RFC 7638 SHA-256 thumbprint. */
  readonly kid: string;
  readonly publicKey: KeyObject;
}

export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-521' });
  return { kid: await thumbprint(publicKey), publicKey, privateKey };
}

/**
 * Reads a public key that tokens may be signed with, from PEM or JWK text; a private key is reduced to its public half.
 * Throws an Error with a sentence for people if it is not an EC P-521 key.
 */
export async function readVerificationKey(text: string): Promise<VerificationKey> {
  const publicKey = parsePublicKey(text.trim());
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'secp521r1') {
    throw new Error('The key is not on the curve P-521, which ES512 needs.');
  }
  return { kid: await thumbprint(publicKey), publicKey };
}

function parsePublicKey(text: string): KeyObject {
  try {
    // createPublicKey also takes a private PEM and returns its public half; a private JWK has to go through createPrivateKey.
    if (!text.startsWith('{')) return createPublicKey(text);
    const jwk: JWK = JSON.parse(text);
    return jwk.d === undefined
      ? createPublicKey({ key: jwk, format: 'jwk' })
      : createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
  } catch {
    // The original error is left out on purpose: it may quote the key.
    throw new Error('The text is neither a PEM nor a JWK of a key.');
  }
}

function thumbprint(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(key.export({ format: 'jwk' }), 'sha256');
}
