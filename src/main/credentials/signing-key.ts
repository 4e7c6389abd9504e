import { createPrivateKey, createPublicKey, KeyObject, webcrypto, type JsonWebKey } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import { completeNodeRuntime } from '@shared/app/node-runtime';
import { parseJson } from '@shared/json/parse-json';
import { ProblemError } from '@shared/problem';

completeNodeRuntime({ webcrypto, KeyObject, clone: (value) => deserialize(serialize(value)) });

export interface ParsedSigningKey {
  /** PKCS#8 DER in base64, on one line. */
  readonly pkcs8: string;
  /** RFC 7638 SHA-256 thumbprint of the public key. */
  readonly keyId: string;
}

/**
 * Reads a private EC P-521 key from PEM (PKCS#8 or SEC 1) or JWK text, even if the PEM lost its line breaks or has
 * them as `\n`. Throws a `ProblemError` for the field; neither it nor its detail quotes the text.
 */
export async function parseSigningKey(entered: string): Promise<ParsedSigningKey> {
  const key = readKey(entered.trim());
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (curve !== 'secp521r1') {
    const found = curve ?? key.asymmetricKeyType ?? 'an unknown kind';
    throw refusal(
      'key-wrong-kind',
      `The key is of another kind (${found}).`,
      'Use a private key on the curve P-521, which ES512 needs.',
    );
  }
  return {
    pkcs8: key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    keyId: await calculateJwkThumbprint(createPublicKey(key).export({ format: 'jwk' }), 'sha256'),
  };
}

/** The key of a stored record. */
export function readPkcs8(base64: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
}

/** The parts of the key that are in what a person may have of it: the lines of its PEM, with or without breaks, or a JWK. */
export function writingsOfKey(pkcs8: string): readonly string[] {
  try {
    const key = readPkcs8(pkcs8);
    const { d = '' } = key.export({ format: 'jwk' });
    const texts = [pkcs8, key.export({ format: 'der', type: 'sec1' }).toString('base64')];
    return [...texts.flatMap((text) => text.match(/.{64}/g) ?? []), d];
  } catch {
    // Damaged in the keychain: its use says so.
    return [pkcs8];
  }
}

function readKey(text: string): KeyObject {
  if (text === '')
    throw refusal('key-empty', 'There is no key in it.', 'Paste the private key, in PEM form or as a JWK.');
  return text.startsWith('{') ? readJwk(text) : readPem(text);
}

/** One PEM block: its label, and its base64 including any white space. */
const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/;

function readPem(text: string): KeyObject {
  const unescaped = text.replace(/\\r/g, '').replace(/\\n/g, '\n');
  const block = [...unescaped.matchAll(new RegExp(PEM, 'g'))].find(([, label]) => label !== 'EC PARAMETERS');
  const [, label = '', content = ''] = block ?? [];
  if (!block) throw refusal('key-unreadable', 'The text is neither a PEM nor a JWK of a key.', TRY_AGAIN);
  if (label.includes('PUBLIC'))
    throw refusal('key-public', 'This is a public key: it cannot sign.', 'Paste the matching private key.');
  if (label.includes('ENCRYPTED') || content.includes('ENCRYPTED')) {
    throw refusal(
      'key-encrypted',
      'The key is protected by a passphrase.',
      'Decrypt it first (openssl pkcs8 -in key.pem), then paste the result.',
    );
  }
  const type = label === 'PRIVATE KEY' ? 'pkcs8' : label === 'EC PRIVATE KEY' ? 'sec1' : null;
  if (type === null)
    throw refusal('key-wrong-kind', `A PEM block named "${label}" is not an EC private key.`, TRY_AGAIN);
  try {
    return createPrivateKey({ key: Buffer.from(content, 'base64'), format: 'der', type });
  } catch {
    // The library's reason is left out on purpose because it may quote the key.
    throw refusal('key-unreadable', 'The PEM block is damaged.', TRY_AGAIN);
  }
}

function readJwk(text: string): KeyObject {
  const jwk = parseJwk(text);
  if (jwk === null) throw refusal('key-unreadable', 'The text is not a JWK.', TRY_AGAIN);
  if (jwk.d === undefined)
    throw refusal(
      'key-public',
      'This JWK has no private part (d): it cannot sign.',
      'Paste the private key.',
    );
  try {
    return createPrivateKey({ key: jwk, format: 'jwk' });
  } catch {
    throw refusal('key-unreadable', 'The JWK is damaged or of an unknown kind.', TRY_AGAIN);
  }
}

const part = z.string().optional();
const jwkSchema = z.object({ kty: z.string(), crv: part, x: part, y: part, d: part });

function parseJwk(text: string): JsonWebKey | null {
  return jwkSchema.safeParse(parseJson(text)).data ?? null;
}

const TRY_AGAIN = 'Copy the whole key again: PEM with its BEGIN and END lines, or a JWK.';

function refusal(code: string, meaning: string, nextStep: string): ProblemError {
  return new ProblemError({
    code,
    title: 'This signing key cannot be used',
    meaning: `${meaning} The key was not saved.`,
    nextStep,
    field: 'Signing key',
    detail: null,
  });
}
