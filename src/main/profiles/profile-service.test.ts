import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { draft, names, setUpProfiles } from './profile-service.fixture';
import { builtInProfiles } from './profile-schema';

const { start, folder, path, announce, onSwitch } = setUpProfiles();

describe('ProfileService', () => {
  it('starts with the built-in profiles: production is read-only, and none has an address', async () => {
    const state = await start().store.describe();
    expect(state).toMatchObject({ activeId: 'local-sandbox', notice: null });
    expect(
      state.profiles.map(({ name, environment, baseUrl, readOnly }) => [
        name,
        environment,
        baseUrl,
        readOnly,
      ]),
    ).toEqual([
      ['Local sandbox', 'local', null, false],
      ['Sandbox', 'sandbox', null, false],
      ['Production', 'production', null, true],
    ]);
  });

  it('normalises addresses in a file written by hand', async () => {
    await start().activate('sandbox');
    const written = await readFile(path, 'utf8');
    await writeFile(path, written.replaceAll('"baseUrl": null', '"baseUrl": "HTTPS://Api.example/v1//"'));
    const { profiles } = await start().store.describe();
    const url = 'https://api.example/v1';
    expect(profiles.map(({ baseUrl }) => baseUrl)).toEqual([null, url, url]);
  });

  it('reads a file that predates variables', async () => {
    await start().activate('sandbox');
    const written = await readFile(path, 'utf8');
    const before = written.replace(/,\s*"variables":\s*\[\]/g, '');
    expect([written, before].map((text) => text.includes('"variables"'))).toEqual([true, false]);
    await writeFile(path, before);
    const { profiles, activeId, notice } = await start().store.describe();
    expect([activeId, notice, profiles.map(({ variables }) => variables)]).toEqual([
      'sandbox',
      null,
      [[], [], []],
    ]);
  });

  it('gives the Local sandbox its server’s address, and does not store it', async () => {
    const service = start();
    await service.store.setLocalBaseUrl('http://127.0.0.1:4000');
    expect((await service.store.active()).baseUrl).toBe('http://127.0.0.1:4000');
    await service.activate('sandbox');
    expect(await readFile(path, 'utf8')).not.toContain('4000');
    expect((await start().store.find('local-sandbox')).baseUrl).toBeNull();
  });

  it('remembers the active profile, and announces a change', async () => {
    const state = await start().activate('production');
    expect(announce).toHaveBeenLastCalledWith(state);
    expect((await start().store.active()).id).toBe('production');
    await expect(start().activate('nobody')).rejects.toMatchObject({ problem: { code: 'no-such-profile' } });
  });

  it('reports a switch with both names before it is announced, and only when another profile becomes active', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.activate('local-sandbox');
    expect(onSwitch).not.toHaveBeenCalled();
    announce.mockClear();
    onSwitch.mockImplementationOnce(() => expect(announce).not.toHaveBeenCalled());
    await service.activate(profileId);
    expect(onSwitch.mock.calls).toEqual([['Local sandbox', draft.name]]);
    expect(announce).toHaveBeenCalledTimes(1);
    await service.delete(profileId);
    expect(onSwitch.mock.calls.slice(1)).toEqual([[draft.name, 'Local sandbox']]);
  });

  it('creates, edits, duplicates and moves', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    expect(await service.store.find(profileId)).toEqual({
      ...draft,
      id: profileId,
      baseUrl: 'https://api.example.com',
    });
    await service.edit(profileId, { ...draft, name: 'EU west' });
    const copy = await service.duplicate(profileId);
    expect(names(copy.state)).toEqual(['Local sandbox', 'Sandbox', 'Production', 'EU west', 'EU west (2)']);
    expect(names(await service.move(profileId, 0))[0]).toBe('EU west');
    expect(names(await service.move(profileId, 99)).at(-1)).toBe('EU west');
    expect(await start().store.describe()).toEqual(await service.store.describe());
  });

  it('refuses invalid drafts beside the field, and changes nothing', async () => {
    const service = start();
    await expect(service.create({ ...draft, name: 'SANDBOX' })).rejects.toMatchObject({
      problem: { field: 'Name' },
    });
    await expect(service.create({ ...draft, environment: 'local' })).rejects.toMatchObject({
      problem: { field: 'Environment' },
    });
    await expect(service.edit('sandbox', { ...draft, extraCaFile: '/no/such/ca.pem' })).rejects.toMatchObject(
      {
        problem: { code: 'profile-file', field: 'Extra CA file' },
      },
    );
    await expect(service.edit('sandbox', { ...draft, extraCaFile: 'ca.pem' })).rejects.toMatchObject({
      problem: { meaning: expect.stringContaining('full path') },
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('accepts an existing file', async () => {
    const service = start();
    await writeFile(join(folder, 'ca.pem'), '');
    const { profileId } = await service.create({ ...draft, extraCaFile: join(folder, 'ca.pem') });
    expect((await service.store.find(profileId)).extraCaFile).toBe(join(folder, 'ca.pem'));
  });

  it('starts every production profile read-only, even a copy and a former sandbox', async () => {
    const service = start();
    const production = { ...draft, environment: 'production' } as const;
    const { profileId } = await service.create(production);
    expect((await service.store.find(profileId)).readOnly).toBe(true);
    await service.edit(profileId, { ...production, readOnly: false });
    expect((await service.store.find(profileId)).readOnly).toBe(false);
    const copy = await service.duplicate(profileId);
    expect((await service.store.find(copy.profileId)).readOnly).toBe(true);
    const other = await service.create({ ...draft, name: 'to be' });
    await service.edit(other.profileId, { ...production, name: 'to be', readOnly: false });
    expect((await service.store.find(other.profileId)).readOnly).toBe(true);
  });

  it('does not let the Local sandbox become another environment or be deleted', async () => {
    const service = start();
    await service.edit('local-sandbox', { ...draft, environment: 'production', readOnly: true });
    expect(await service.store.find('local-sandbox')).toMatchObject({
      name: 'EU',
      environment: 'local',
      baseUrl: null,
    });
    await expect(service.delete('local-sandbox')).rejects.toMatchObject({
      problem: { code: 'local-profile-stays' },
    });
    const copy = await service.duplicate('local-sandbox');
    expect(await service.store.find(copy.profileId)).toMatchObject({ environment: 'sandbox', baseUrl: null });
  });

  it('loses no change when many are made at once', async () => {
    const service = start();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => service.create({ ...draft, name: `n${index}` })),
    );
    expect((await start().store.describe()).profiles).toHaveLength(23);
  });

  it('sets a damaged file aside and says so', async () => {
    await writeFile(path, '{"version":1,"content":{"profiles":[],"activeId":"x"}}');
    const state = await start().store.describe();
    expect(state.notice).toContain('set aside');
    expect(names(state)).toEqual(['Local sandbox', 'Sandbox', 'Production']);
  });

  describe('in whose file one profile cannot be used', () => {
    const content = (changes: object) => {
      const { profiles, activeId } = builtInProfiles();
      const [local, ...others] = profiles;
      return { profiles: [local, { ...others[0], name: 'EU', ...changes }, others[1]], activeId };
    };
    const writeProfiles = (written: object) =>
      writeFile(path, JSON.stringify({ version: 1, content: written }));

    it('uses the others, says which one and why, and leaves it in the file as it is', async () => {
      const written = content({ baseUrl: 'http://api.example.com' });
      await writeProfiles({ ...written, activeId: 'sandbox' });
      const { store } = start();
      const state = await store.describe();
      expect(names(state)).toEqual(['Local sandbox', 'Production']);
      expect(state.activeId).toBe('local-sandbox');
      expect(state.notice).toContain('“EU”: Base URL cannot be used.');
      expect(state.notice).toContain(path);
      const added = await start().create(draft);
      expect(added.state.notice).toBe(state.notice);

      const again = await start().store.describe();
      expect(names(again)).toEqual(['Local sandbox', 'Production', 'EU']);
      expect(again.notice).toBe(state.notice);
      const now: unknown = JSON.parse(await readFile(path, 'utf8'));
      expect(now).toMatchObject({ content: { unusable: [{ entry: written.profiles[1] }] } });
    });

    it('takes it again once its entry is corrected', async () => {
      await writeProfiles({
        ...content({}),
        unusable: [{ entry: { ...builtInProfiles().profiles[1], id: 'us', name: 'US' } }],
      });
      const state = await start().store.describe();
      expect(state.notice).toBeNull();
      expect(names(state)).toEqual(['Local sandbox', 'EU', 'Production', 'US']);
    });

    it('has the built-in Local sandbox, and takes no second profile of an id', async () => {
      const { profiles, activeId } = builtInProfiles();
      const [local, sandbox] = profiles;
      await writeProfiles({ profiles: [{ ...local, merchantHeader: '' }, sandbox, sandbox], activeId });
      const state = await start().store.describe();
      expect(names(state)).toEqual(['Local sandbox', 'Sandbox']);
      expect(state.notice).toContain('“Sandbox”: Another profile has its id.');
    });

    it('does not repeat a secret that stands in its name', async () => {
      await writeProfiles(
        content({ name: 'eyJhbGciOiJFUzUxMiJ9.eyJzdWIi 4111111111111111', baseUrl: 'x y' }),
      );
      const { notice } = await start().store.describe();
      expect(notice).toContain('“Entry 2”: Base URL');
      expect(notice).not.toMatch(/eyJ|4111/);
    });

    it('keeps a profile that has a secret in one of its fields: the form refuses it, the file has it anyway', async () => {
      const token = 'Bearer eyJhbGciOiJFUzUxMiJ9.eyJzdWIi';
      await writeProfiles(content({ variables: [{ name: 'a', value: token }] }));
      const service = start();
      const { profiles, notice } = await service.store.describe();
      expect(notice).toBeNull();
      const { id, ...eu } = profiles[1] ?? expect.fail('it was left out');
      expect(eu.variables).toEqual([{ name: 'a', value: token }]);
      await expect(service.edit(id, { ...eu, name: 'EU west' })).rejects.toMatchObject({
        problem: { field: 'Variables' },
      });
    });
  });
});
