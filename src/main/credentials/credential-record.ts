import { z } from 'zod';
import {
  TOKEN_LIFETIME,
  type CredentialHome,
  type CredentialState,
  type KeychainFailure,
} from '../../shared/credential';
import { readTokenClaims } from '../../shared/jwt';

const tokenRecord = z.object({ kind: z.literal('token'), token: z.string().min(1) });

const signingKeyRecord = z.object({
  kind: z.literal('signing-key'),
  /** PKCS#8 DER in base64: a PEM has line breaks, and some keychains lose everything with them. */
  pkcs8: z.base64().min(1),
  keyId: z.string().min(1),
  scopes: z.array(z.string()).readonly(),
  lifetimeSeconds: z.number().int().min(TOKEN_LIFETIME.least).max(TOKEN_LIFETIME.most),
  issuer: z.string().nullable(),
});

const record = z.discriminatedUnion('kind', [tokenRecord, signingKeyRecord]);

/** What lies in the keychain for a profile, as one line of JSON. It never leaves main. */
export type CredentialRecord = z.infer<typeof record>;
export type SigningKeyRecord = z.infer<typeof signingKeyRecord>;

export function writeRecord(value: CredentialRecord): string {
  return JSON.stringify(value);
}

/** Null when the line is not ours. */
export function readRecord(line: string): CredentialRecord | null {
  try {
    return record.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** What the renderer may know of it. */
export function describeRecord(
  profileId: string,
  value: CredentialRecord,
  home: CredentialHome,
  failure: KeychainFailure | null,
): CredentialState {
  const keychain = failure === null ? {} : { keychain: { trouble: failure.trouble, detail: failure.detail } };
  switch (value.kind) {
    case 'token':
      return { profileId, kind: 'token', home, claims: readTokenClaims(value.token), ...keychain };
    case 'signing-key': {
      const { keyId, scopes, lifetimeSeconds, issuer } = value;
      return { profileId, kind: 'signing-key', home, keyId, scopes, lifetimeSeconds, issuer, ...keychain };
    }
  }
}
