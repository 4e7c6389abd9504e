import { randomBytes } from 'node:crypto';
import type { ThrowawayAuthority } from '../certificates/authority';
import type { AuthenticationMethod } from './downstream-request';
import { PayloadEncryption } from './encryption';
import { signRequest, type SigningSecret } from './signing';

/** IDs of the configured methods, the same at every start. */
export const authenticationIds = {
  signing: 'a0700000-0000-4000-8000-000000000001',
  mtls: 'a0700000-0000-4000-8000-000000000002',
  encryption: 'a0700000-0000-4000-8000-000000000003',
} as const;

/**
 * The authentication methods of the sandbox (specification: Vault Forward downstream authentication). Secrets and keys
 * are generated at the start; the sandbox's destination holds the other half of each.
 */
export interface DownstreamAuthentication {
  readonly methods: ReadonlyMap<string, AuthenticationMethod>;
  readonly signingSecret: SigningSecret;
  readonly encryption: PayloadEncryption;
}

export function createDownstreamAuthentication(
  authority: () => Promise<ThrowawayAuthority>,
  now: () => number,
): DownstreamAuthentication {
  const signingSecret = { keyId: authenticationIds.signing, secret: randomBytes(32) };
  const encryption = new PayloadEncryption(authenticationIds.encryption);
  return {
    methods: new Map<string, AuthenticationMethod>([
      [authenticationIds.signing, (request) => signRequest(request, signingSecret, now())],
      [authenticationIds.mtls, async (request) => ({ ...request, client: (await authority()).client })],
      [authenticationIds.encryption, (request) => encryption.encrypt(request)],
    ]),
    signingSecret,
    encryption,
  };
}
