import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportProfiles } from './export-profiles';
import { importProfiles } from './import-profiles';
import { draft, setUpProfiles } from './profile-service.fixture';

const { start, folder, path } = setUpProfiles();

describe('export and import', () => {
  const tokenOf = async (profileId: string) =>
    ({ profileId, kind: 'token', home: 'keychain', claims: null }) as const;

  it('imports profiles without IDs and secrets, says which secrets to enter, and locks production', async () => {
    const service = start();
    const { profileId } = await service.create({ ...draft, environment: 'production' });
    await service.edit(profileId, { ...draft, environment: 'production', readOnly: false });
    const { text, masked } = await exportProfiles(['local-sandbox', profileId, 'nobody'], {
      profiles: service.store,
      describeCredential: tokenOf,
      known: async () => ['production'],
    });
    expect(masked).toEqual([]);
    expect(text).not.toContain(profileId);
    const { imported, refused, state } = await importProfiles(text, service);
    expect(refused).toEqual([]);
    expect(imported).toMatchObject([
      { name: 'EU (2)', renamedFrom: 'EU', credential: 'token', warnings: [] },
    ]);
    expect(imported[0]?.profileId).not.toBe(profileId);
    expect(state.profiles.at(-1)).toMatchObject({
      name: 'EU (2)',
      environment: 'production',
      readOnly: true,
    });
  });

  it('exports no secret that was typed into a field for something else, and says in which profile', async () => {
    const service = start();
    const token = 'opaque/CANARY+1';
    const { profileId } = await service.create({
      ...draft,
      name: `EU ${token}`,
      baseUrl: `https://api.example.com/${encodeURIComponent(token)}`,
      variables: [
        { name: 'note', value: `of ${token}` },
        { name: 'api_key', value: 'CANARY-2' },
        { name: 'hex', value: '0123456789abcdef0123456789abCDEF' },
        { name: 'token_url', value: 'https://auth.example.com' },
        { name: 'checkout_session', value: '123e4567-e89b-42d3-a456-426614174000' },
      ],
    });
    const { text, masked } = await exportProfiles([profileId], {
      profiles: service.store,
      describeCredential: tokenOf,
      known: async () => [token],
    });
    expect(text).not.toContain('CANARY');
    expect(JSON.parse(text)).toMatchObject({
      profiles: [
        {
          variables: [
            { name: 'note', value: 'of ••••••••' },
            { name: 'api_key', value: '••••••••' },
            { name: 'hex', value: '••••••••' },
            { name: 'token_url', value: 'https://auth.example.com' },
            { name: 'checkout_session', value: '123e4567-e89b-42d3-a456-426614174000' },
          ],
        },
      ],
    });
    expect(masked).toEqual(['EU ••••••••']);
  });

  it('names the proxy and CA file of an imported profile, and refuses a file on another computer', async () => {
    const file = (profile: object): string =>
      JSON.stringify({ format: 'payments-api-explorer-profiles', version: 1, profiles: [profile] });
    await writeFile(join(folder, 'ca.pem'), '');
    const proxy = { kind: 'manual', url: 'http://proxy.example.com:8080' };
    const way = await importProfiles(file({ ...draft, proxy, extraCaFile: join(folder, 'ca.pem') }), start());
    expect(way.imported[0]?.ways).toEqual([
      expect.stringContaining('proxy http://proxy.example.com:8080'),
      expect.stringContaining(join(folder, 'ca.pem')),
    ]);
    for (const path of [
      '\\\\evil.example\\s\\ca.pem',
      '//evil.example/s/ca.pem',
      '\\\\?\\C:\\ca.pem',
      '/\\evil\\s',
    ]) {
      const { imported, refused } = await importProfiles(file({ ...draft, extraCaFile: path }), start());
      expect(imported, path).toEqual([]);
      expect(refused, path).toMatchObject([{ why: expect.stringContaining('on another computer') }]);
      await expect(start().create({ ...draft, name: 'n', extraCaFile: path })).rejects.toMatchObject({
        problem: { code: 'profile-file', meaning: expect.stringContaining('on another computer') },
      });
    }
  });

  it('refuses single entries, naming them, and imports the others', async () => {
    const text = JSON.stringify({
      format: 'payments-api-explorer-profiles',
      version: 1,
      profiles: [
        { ...draft, name: 'good', id: 'sandbox', extraCaFile: '/no/such/ca.pem', token: 'CANARY' },
        { ...draft, name: 'leaky', baseUrl: 'http://api.example.com' },
        { ...draft, name: 'second local', environment: 'local' },
        { name: 'half' },
        7,
        { ...draft, name: 'Live \u202exobdnaS' },
      ],
    });
    const { imported, refused, state } = await importProfiles(text, start());
    expect(imported).toMatchObject([
      {
        name: 'good',
        credential: 'unknown',
        warnings: [
          'A profile has no field "token": it was left out.',
          expect.stringContaining('no such file'),
        ],
      },
    ]);
    expect(imported[0]?.profileId).not.toBe('sandbox');
    expect(refused.map(({ name }) => name)).toEqual([
      'leaky',
      'second local',
      'half',
      'Entry 5',
      'Live \ufffdxobdnaS',
    ]);
    expect(state.profiles).toHaveLength(4);
    expect(await readFile(path, 'utf8')).not.toContain('CANARY');
  });

  it.each(['', '{}', '[]', '{"format":"payments-api-explorer-profiles","version":9,"profiles":[]}'])(
    'refuses the whole file %j',
    async (text) => {
      await expect(importProfiles(text, start())).rejects.toMatchObject({
        problem: { code: 'not-a-profiles-file' },
      });
    },
  );
});
