import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { UNDO_WINDOW_MS, type Profile } from '@shared/profiles/profile';
import { ProblemError } from '@shared/problem';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { exportProfiles } from './export-profiles';
import { importProfiles } from './import-profiles';
import { ProfileService } from './profile-service';
import { ProfileStore } from './profile-store';
import { testingDraft } from '@shared/testing/testing-profile';

const draft: ProfileDraft = testingDraft({ name: 'EU', baseUrl: 'https://api.example.com/' });

let folder: string;
let path: string;
const secrets = {
  remove: vi.fn(async () => undefined),
  restore: vi.fn(async () => undefined),
  closeUndo: vi.fn(),
};
const announce = vi.fn<(state: ProfilesState) => void>();
const onSwitch = vi.fn();
const onAltered = vi.fn();
/** What an edit has to have the person's word for. */
const agree = vi.fn<(before: Profile, after: Profile) => Promise<void>>(async () => undefined);
const agreeToLeave = vi.fn<(profile: Profile, how: 'edited' | 'deleted') => Promise<void>>(
  async () => undefined,
);
function start(): ProfileService {
  const store = new ProfileStore({ path, announce });
  store.onSwitch(onSwitch);
  return new ProfileService({
    store,
    secrets,
    agree,
    agreeToLeave,
    onAltered,
    onRouteChanged: () => undefined,
  });
}
const names = (state: ProfilesState): string[] => state.profiles.map(({ name }) => name);

beforeEach(async () => {
  vi.clearAllMocks();
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  path = join(folder, 'profiles.json');
});
afterEach(() => rm(folder, { recursive: true }));

describe('ProfileService', () => {
  it('has the built-in profiles from the first start: production is read-only, and nothing points anywhere', async () => {
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

  it('reads of a file that was written by hand what the form would make of it', async () => {
    await start().activate('sandbox');
    const written = await readFile(path, 'utf8');
    await writeFile(path, written.replaceAll('"baseUrl": null', '"baseUrl": "HTTPS://Api.example/v1//"'));
    const { profiles } = await start().store.describe();
    const url = 'https://api.example/v1';
    expect(profiles.map(({ baseUrl }) => baseUrl)).toEqual([null, url, url]);
  });

  it('reads a file of before there were variables', async () => {
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

  it('gives the Local sandbox the address of its server, and never stores it', async () => {
    const service = start();
    await service.store.setLocalBaseUrl('http://127.0.0.1:4000');
    expect((await service.store.active()).baseUrl).toBe('http://127.0.0.1:4000');
    await service.activate('sandbox');
    expect(await readFile(path, 'utf8')).not.toContain('4000');
    expect((await start().store.find('local-sandbox')).baseUrl).toBeNull();
  });

  it('remembers which one is active, and tells of the change', async () => {
    const state = await start().activate('production');
    expect(announce).toHaveBeenLastCalledWith(state);
    expect((await start().store.active()).id).toBe('production');
    await expect(start().activate('nobody')).rejects.toMatchObject({ problem: { code: 'no-such-profile' } });
  });

  it('tells before anybody else when another profile becomes the active one, and only then', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.activate('local-sandbox');
    expect(onSwitch).not.toHaveBeenCalled();
    announce.mockClear();
    onSwitch.mockImplementationOnce(() => expect(announce).not.toHaveBeenCalled());
    await service.activate(profileId);
    expect(onSwitch).toHaveBeenCalledTimes(1);
    expect(announce).toHaveBeenCalledTimes(1);
    await service.delete(profileId);
    expect(onSwitch).toHaveBeenCalledTimes(2);
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

  it('tells of an edit what it changes: of another name nothing, else whether it is another service', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.edit(profileId, { ...draft, name: 'EU west' });
    expect(onAltered).not.toHaveBeenCalled();
    for (const [change, isOtherService] of [
      [{ variables: [{ name: 'a', value: '1' }] }, false],
      [{ timeouts: { connectMs: 1_000, totalMs: 2_000 } }, false],
      [{ readOnly: true }, false],
      [{ baseUrl: 'https://api.example.com/v2' }, true],
      [{ merchantAccountId: 'other' }, true],
      [{ merchantHeader: 'x-other' }, true],
      [{ proxy: { kind: 'system' } }, true],
      [{ environment: 'production', readOnly: true }, true],
    ] as const) {
      const { id, ...before } = await service.store.find(profileId);
      onAltered.mockClear();
      agreeToLeave.mockClear();
      await service.edit(id, { ...before, name: 'with another name', ...change });
      // Only what would be left is asked about.
      expect(agreeToLeave, JSON.stringify(change)).toHaveBeenCalledTimes(isOtherService ? 1 : 0);
      expect(onAltered.mock.calls, JSON.stringify(change)).toEqual([
        [profileId, 'edited', isOtherService],
        [profileId, 'edited', isOtherService],
      ]);
    }
  });

  it('ends nothing of an edit or a deletion for which the person would rather wait, and changes nothing', async () => {
    const service = start();
    const { profileId, state } = await service.create(draft);
    agreeToLeave.mockRejectedValue(new Error('waits'));
    const edit = service.edit(profileId, { ...draft, baseUrl: 'https://api.elsewhere.example' });
    await expect(edit).rejects.toThrow('waits');
    await expect(service.delete(profileId)).rejects.toThrow('waits');
    agreeToLeave.mockResolvedValue();
    expect(agreeToLeave.mock.calls.map(([{ id }, how]) => [id, how])).toEqual([
      [profileId, 'edited'],
      [profileId, 'deleted'],
    ]);
    expect(onAltered).not.toHaveBeenCalled();
    expect(secrets.remove).not.toHaveBeenCalled();
    expect((await service.store.describe()).profiles).toEqual(state.profiles);
  });

  it('refuses what the rules refuse, beside the field, and changes nothing', async () => {
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

  it('accepts files that are there', async () => {
    const service = start();
    await writeFile(join(folder, 'ca.pem'), '');
    const { profileId } = await service.create({ ...draft, extraCaFile: join(folder, 'ca.pem') });
    expect((await service.store.find(profileId)).extraCaFile).toBe(join(folder, 'ca.pem'));
  });

  it('starts every production profile read-only: unlocking is a step of its own', async () => {
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

  it('changes nothing without the word that an edit needs, nor when the profile changes meanwhile', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    const refused = new ProblemError({ code: 'no', title: '', meaning: '', nextStep: '', detail: null });
    agree.mockRejectedValueOnce(refused);
    await expect(service.edit(profileId, { ...draft, readOnly: true })).rejects.toBe(refused);
    expect((await service.store.find(profileId)).readOnly).toBe(false);
    expect(onAltered).not.toHaveBeenCalled();
    agree.mockImplementationOnce(async () => {
      await service.edit(profileId, { ...draft, name: 'EU north' });
    });
    await expect(service.edit(profileId, { ...draft, readOnly: true })).rejects.toMatchObject({
      problem: { code: 'profile-changed-meanwhile' },
    });
    expect(await service.store.find(profileId)).toMatchObject({ name: 'EU north', readOnly: false });
  });

  it('fixes what the Local sandbox is', async () => {
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

  it('loses no change of many made at once', async () => {
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
});

describe('deleting', () => {
  it('takes the secrets along at once, activates the Local sandbox, and undoes all of it', async () => {
    const service = start();
    await service.activate('sandbox');
    const before = await service.store.describe();
    const after = await service.delete('sandbox');
    expect(names(after)).toEqual(['Local sandbox', 'Production']);
    expect(after.activeId).toBe('local-sandbox');
    expect(secrets.remove).toHaveBeenCalledWith('sandbox');
    expect(onAltered).toHaveBeenCalledWith('sandbox', 'deleted', true);
    expect(await service.undoDelete('sandbox')).toEqual(before);
    expect(secrets.restore).toHaveBeenCalledWith('sandbox');
    expect(await start().store.describe()).toEqual(before);
    await expect(service.undoDelete('sandbox')).rejects.toMatchObject({
      problem: { code: 'nothing-to-undo' },
    });
  });

  it('never makes a profile for production the active one, whatever profiles there are and in what order', async () => {
    const environments = fc.array(fc.constantFrom('sandbox', 'production'), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(environments, fc.nat(), fc.nat(), async (each, localPlace, chosen) => {
        await rm(path, { force: true });
        const service = start();
        for (const { id, environment } of (await service.store.describe()).profiles) {
          if (environment !== 'local') await service.delete(id);
        }
        for (const [index, environment] of each.entries()) {
          await service.create({ ...draft, name: `n${index}`, environment });
        }
        await service.move('local-sandbox', localPlace % (each.length + 1));
        const others = (await service.store.describe()).profiles.filter(({ id }) => id !== 'local-sandbox');
        const doomed = others[chosen % others.length];
        expect(doomed).toBeDefined();
        if (!doomed) return;
        await service.activate(doomed.id);
        expect((await service.delete(doomed.id)).activeId).toBe('local-sandbox');
        expect(await service.undoDelete(doomed.id)).toMatchObject({
          activeId: doomed.environment === 'production' ? 'local-sandbox' : doomed.id,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('leaves the profile that the person chose meanwhile active when it is undone', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.activate('sandbox');
    await service.delete('sandbox');
    await service.activate(profileId);
    expect((await service.undoDelete('sandbox')).activeId).toBe(profileId);
  });

  it('ends the undo after its time: the memory copy of the secrets goes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const service = start();
      await service.delete('sandbox');
      vi.advanceTimersByTime(UNDO_WINDOW_MS);
      expect(secrets.closeUndo).toHaveBeenCalledWith('sandbox');
      await expect(service.undoDelete('sandbox')).rejects.toMatchObject({
        problem: { code: 'nothing-to-undo' },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('undoes only after the secrets are out, however soon it is asked', async () => {
    const order: string[] = [];
    let finish: () => void = () => undefined;
    secrets.remove.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      order.push('removed');
    });
    secrets.restore.mockImplementationOnce(async () => void order.push('restored'));
    const service = start();
    const deleting = service.delete('sandbox');
    await vi.waitFor(() => expect(secrets.remove).toHaveBeenCalled());
    const undoing = service.undoDelete('sandbox');
    finish();
    await Promise.all([deleting, undoing]);
    expect(order).toEqual(['removed', 'restored']);
  });

  it('stays, and stays active, where its secrets cannot be taken, as words say then', async () => {
    const profiles = start();
    await profiles.activate('sandbox');
    const before = await profiles.store.read();
    secrets.remove.mockRejectedValueOnce(new Error('full'));
    await expect(profiles.delete('sandbox')).rejects.toThrow('full');
    expect(await start().store.read()).toEqual(before);
    expect(secrets.restore).toHaveBeenCalledWith('sandbox');
  });

  it('lets the undo be tried again when the keychain refuses', async () => {
    const service = start();
    await service.delete('sandbox');
    secrets.restore.mockRejectedValueOnce(new Error('locked'));
    await expect(service.undoDelete('sandbox')).rejects.toThrow('locked');
    expect(secrets.closeUndo).not.toHaveBeenCalled();
    expect(names(await service.undoDelete('sandbox'))).toEqual(['Local sandbox', 'Sandbox', 'Production']);
    expect(secrets.restore).toHaveBeenCalledTimes(2);
  });

  it('gives the profile a free name when its own was taken meanwhile', async () => {
    const service = start();
    await service.delete('sandbox');
    await service.create({ ...draft, name: 'Sandbox' });
    expect(names(await service.undoDelete('sandbox'))).toEqual([
      'Local sandbox',
      'Sandbox (2)',
      'Production',
      'Sandbox',
    ]);
  });
});

describe('export and import', () => {
  const tokenOf = async (profileId: string) =>
    ({ profileId, kind: 'token', home: 'keychain', claims: null }) as const;

  it('carries profiles over without ids and secrets, says which secrets to enter, and keeps production locked', async () => {
    const service = start();
    const { profileId } = await service.create({ ...draft, environment: 'production' });
    await service.edit(profileId, { ...draft, environment: 'production', readOnly: false });
    const text = await exportProfiles(['local-sandbox', profileId, 'nobody'], service.store, tokenOf);
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

  it('names the way that an imported profile brings along, and refuses one that names another computer', async () => {
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

  it('refuses single entries with their reason and takes the others', async () => {
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
    'refuses the file %j whole',
    async (text) => {
      await expect(importProfiles(text, start())).rejects.toMatchObject({
        problem: { code: 'not-a-profiles-file' },
      });
    },
  );
});
