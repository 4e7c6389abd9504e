import type { Profile } from '@shared/profiles/profile';

/** A sandbox profile, for tests. */
export const testingProfile: Profile = {
  id: 'sandbox',
  name: 'Sandbox EU',
  environment: 'sandbox',
  baseUrl: 'https://api.sandbox.example.com',
  merchantAccountId: 'acme',
  merchantHeader: 'x-service-merchant-account-id',
  readOnly: false,
  timeouts: { connectMs: 1_000, totalMs: 5_000 },
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
};
