import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Where a build asks for newer versions, and the key that verifies the answer. */
export interface UpdateSource {
  readonly address: string;
  /** Ed25519, as SubjectPublicKeyInfo (DER) in Base64. */
  readonly publicKey: string;
}

/** The signature alone would be enough; https also hides from the network what is requested. */
const addressSchema = z.url().refine((address) => {
  const { protocol, hostname, username, password } = new URL(address);
  const plain = username === '' && password === '';
  return plain && (protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1'));
}, 'neither https nor loopback');

const sourceSchema: z.ZodType<UpdateSource> = z.object({
  address: addressSchema,
  publicKey: z.base64().refine(isEd25519, 'not an Ed25519 key'),
});

function isEd25519(base64: string): boolean {
  try {
    return toPublicKey(base64).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

export function toPublicKey(base64: string) {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}

/**
 * The source that the build was made with (`build/updates/source.json`): part of the app, and not configurable on
 * this computer. Null in a build without a source, or if the file is invalid.
 */
export async function readUpdateSource(file: string): Promise<UpdateSource | null> {
  try {
    return sourceSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
