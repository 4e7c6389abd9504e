import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ProfileInFile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly environment?: 'sandbox' | 'production';
}

/**
 * Writes a `profiles.json` as a person would write it for CI; the first profile is active, and the Local sandbox is
 * among them.
 */
export async function writeProfiles(folder: string, profiles: readonly ProfileInFile[]): Promise<void> {
  const common = {
    merchantAccountId: null,
    merchantHeader: 'x-service-merchant-account-id',
    readOnly: false,
    timeouts: { connectMs: 5_000, totalMs: 60_000 },
    proxy: { kind: 'none' },
    extraCaFile: null,
    clientCertificate: null,
  };
  const content = {
    activeId: profiles[0]?.id,
    profiles: [
      ...profiles.map((profile) => ({ environment: 'sandbox', ...profile, ...common })),
      { id: 'local-sandbox', name: 'Local sandbox', environment: 'local', baseUrl: null, ...common },
    ],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'profiles.json'), JSON.stringify({ version: 1, content }));
}
