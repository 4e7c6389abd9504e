import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { compactDecrypt, CompactEncrypt } from 'jose';
import { withHeaders, type DownstreamRequest } from './downstream-request';

const KEY_ALGORITHM = 'RSA-OAEP-256';
const CONTENT_ALGORITHM = 'A256GCM';

/**
 * Payload encryption of the sandbox's own design: the body becomes a compact JWE (RSA-OAEP-256, A256GCM) for the
 * destination's key, with `content-type: application/jose`.
 */
export class PayloadEncryption {
  #keys: Promise<{ publicKey: KeyObject; privateKey: KeyObject }> | null = null;

  constructor(private readonly keyId: string) {}

  async encrypt(request: DownstreamRequest): Promise<DownstreamRequest> {
    const { publicKey } = await this.#keyPair();
    const jwe = await new CompactEncrypt(request.body)
      .setProtectedHeader({
        alg: KEY_ALGORITHM,
        enc: CONTENT_ALGORITHM,
        kid: this.keyId,
        cty: 'application/json',
      })
      .encrypt(publicKey);
    return withHeaders({ ...request, body: Buffer.from(jwe, 'ascii') }, [
      ['Content-Type', 'application/jose'],
    ]);
  }

  /** The clear bytes of a body that `encrypt` made; rejects for any other body. */
  async decrypt(body: Buffer): Promise<Buffer> {
    const { privateKey } = await this.#keyPair();
    const { plaintext } = await compactDecrypt(body.toString('latin1'), privateKey, {
      keyManagementAlgorithms: [KEY_ALGORITHM],
      contentEncryptionAlgorithms: [CONTENT_ALGORITHM],
    });
    return Buffer.from(plaintext);
  }

  /** Generated at first use, as an RSA key takes a tenth of a second, which the start should not wait for. */
  #keyPair(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
    this.#keys ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    return this.#keys;
  }
}
