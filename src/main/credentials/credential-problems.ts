import type { Detachment } from '@shared/profiles/credential';
import { secretName, describeDetachment } from '@shared/profiles/describe-detachment';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { CredentialRecord } from './credential-record';
import { destinationOf, differencesOf, type CredentialRoute } from './credential-route';

export function noCredential(profileId: string): ProblemError {
  return new ProblemError({
    code: 'no-credential',
    title: 'This profile has no access token',
    meaning: 'Every operation of the service needs a bearer token. Nothing was sent.',
    nextStep: 'Enter an access token or a signing key in the profile’s form.',
    field: 'Access token',
    profileId,
    detail: null,
  });
}

/** How a secret's own route differs from the current one; null if they are the same. */
export function detachmentOf(record: CredentialRecord, now: CredentialRoute): Detachment | null {
  const differences = differencesOf(record.way, now);
  return differences.length === 0 ? null : { staysAt: destinationOf(record.way), differences };
}

export function credentialDetached(
  profile: Profile,
  { kind }: CredentialRecord,
  detachment: Detachment,
): ProblemError {
  const words = detachment.differences.map(({ part, soFar, now }) => `${part}: so far ${soFar}, now ${now}.`);
  return new ProblemError({
    code: 'credential-detached',
    title: `The ${describeDetachment(kind, detachment)}`,
    meaning: `It was entered for another way than the one ${profile.name} uses now. ${words.join(' ')} Nothing was sent.`,
    nextStep: `Allow it there (Move the ${secretName(kind)}), enter another one in the profile’s form, or change the profile back.`,
    profileId: profile.id,
    detail: null,
  });
}

export function changedMeanwhile(): ProblemError {
  return new ProblemError({
    code: 'credential-changed',
    title: 'The profile or its secret has changed in the meantime',
    meaning: 'Your answer was for how they were when you were asked. Nothing was changed.',
    nextStep: 'Look at the profile, and confirm again.',
    detail: null,
  });
}
