import { DEFAULT_MERCHANT_HEADER, type Profile } from '../profiles/profile';
import type { ProfileDraft } from '../profiles/profile-rules';

/** For tests: the form of a sandbox profile, with no proxy or the like between it and its service. */
export function testingDraft(changes: Partial<ProfileDraft> = {}): ProfileDraft {
  return {
    name: 'Sandbox EU',
    environment: 'sandbox',
    baseUrl: 'https://api.sandbox.example.com',
    merchantAccountId: 'acme',
    merchantHeader: DEFAULT_MERCHANT_HEADER,
    readOnly: false,
    timeouts: { connectMs: 5_000, totalMs: 10_000 },
    proxy: { kind: 'none' },
    extraCaFile: null,
    clientCertificate: null,
    variables: [],
    ...changes,
  };
}

/** Like `testingDraft`, as a stored profile with an id. */
export function testingProfile({ id = 'sandbox', ...changes }: Partial<Profile> = {}): Profile {
  return { id, ...testingDraft(changes) };
}
