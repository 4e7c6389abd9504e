import { z } from 'zod';
import {
  TOKEN_LIFETIME,
  type CredentialHome,
  type CredentialState,
  type Detachment,
  type KeychainFailure,
} from '@shared/profiles/credential';
import { readTokenClaims } from '@shared/profiles/jwt';
import { credentialRouteSchema } from './credential-route';
import { writingsOfKey } from './signing-key';

const secretSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().min(1) }),
  z.object({
    kind: z.literal('signing-key'),
    /** PKCS#8 DER in base64: a PEM has line breaks, and some keychains lose everything with them. */
    pkcs8: z.base64().min(1),
    keyId: z.string().min(1),
    scopes: z.array(z.string()).readonly(),
    lifetimeSeconds: z.number().int().min(TOKEN_LIFETIME.least).max(TOKEN_LIFETIME.most),
    issuer: z.string().nullable(),
  }),
]);

/** The route that a secret is bound to. Versions before 0.2 stored secrets without it. */
const bindingSchema = z.object({
  way: credentialRouteSchema,
  /** UTC, ISO 8601; null if the secret was entered under a version that did not note it. */
  enteredAt: z.iso.datetime().nullable(),
});

/** The secret that was entered. */
export type CredentialSecret = z.infer<typeof secretSchema>;
export type SigningKeyRecord = Extract<CredentialSecret, { kind: 'signing-key' }>;

/** What the keychain holds for a profile, as one line of JSON. It never leaves main. */
export type CredentialRecord = CredentialSecret & z.infer<typeof bindingSchema>;

export function writeRecord(value: CredentialRecord): string {
  return JSON.stringify(value);
}

/** Null if the line was not written by this app. A secret from an older version has no route. */
export function readRecord(line: string): CredentialRecord | CredentialSecret | null {
  try {
    const value: unknown = JSON.parse(line);
    const secret = secretSchema.parse(value);
    // A record with an unreadable route must not pass for one from an older version.
    return hasRoute(value) ? { ...secret, ...bindingSchema.parse(value) } : secret;
  } catch {
    return null;
  }
}

/** What must not be shown, logged or written: a signing key in all forms in which it may have been pasted somewhere. */
export function secretsOfRecord(record: CredentialSecret): readonly string[] {
  return record.kind === 'token' ? [record.token] : writingsOfKey(record.pkcs8);
}

export function isBound(record: CredentialRecord | CredentialSecret): record is CredentialRecord {
  return 'way' in record;
}

function hasRoute(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'way' in value;
}

/** What the renderer may know about a credential. */
export function describeRecord(
  profileId: string,
  value: CredentialSecret,
  home: CredentialHome,
  failure: KeychainFailure | null,
  detached: Detachment | null,
): CredentialState {
  const facts = {
    ...(failure === null ? {} : { keychain: { trouble: failure.trouble, detail: failure.detail } }),
    ...(detached === null ? {} : { detached }),
  };
  switch (value.kind) {
    case 'token':
      return { profileId, kind: 'token', home, claims: readTokenClaims(value.token), ...facts };
    case 'signing-key': {
      const { keyId, scopes, lifetimeSeconds, issuer } = value;
      return { profileId, kind: 'signing-key', home, keyId, scopes, lifetimeSeconds, issuer, ...facts };
    }
  }
}
