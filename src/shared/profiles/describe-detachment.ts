import type { CredentialState, Detachment } from './credential';

type SecretKind = Extract<CredentialState, { readonly detached?: Detachment }>['kind'];

/** `token` or `signing key`, for use in the middle of a sentence. */
export function secretName(kind: SecretKind): string {
  return kind === 'token' ? 'token' : 'signing key';
}

/** `token stays at https://api.example`, to follow "The": the only place where a detached secret is sent. */
export function describeDetachment(kind: SecretKind, { staysAt, differences }: Detachment): string {
  return differences.some(({ part }) => part === 'Address')
    ? `${secretName(kind)} stays at ${staysAt}`
    : `${secretName(kind)} keeps its old way to ${staysAt}`;
}
