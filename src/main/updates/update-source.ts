import { createPublicKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Whom a build asks for newer versions, and by which key their answer is known. */
export interface UpdateSource {
  readonly address: string;
  /** Ed25519, as SubjectPublicKeyInfo (DER) in Base64. */
  readonly publicKey: string;
}

/** An address at which a signature is all there is to rely on would do; https keeps what is asked from the network. */
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
 * What the build was made with (`build/updates/source.json`): a part of the app, which nothing on this computer configures.
 * Null in a build that has nobody to ask, and for anything that is not whole.
 */
export async function readUpdateSource(file: string): Promise<UpdateSource | null> {
  try {
    return sourceSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
