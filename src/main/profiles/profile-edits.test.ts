import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { draft, setUpProfiles } from './profile-service.fixture';

const { start, path, secrets, onAltered, onRouteChanged, agree, agreeToLeave } = setUpProfiles();

describe('an edit', () => {
  it('is announced before and after, with a change of route; an unchanged form is not announced', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.edit(profileId, draft);
    expect(onAltered).not.toHaveBeenCalled();
    const seen: (string | null)[] = [];
    onAltered.mockImplementation(
      () => void service.store.find(profileId).then(({ baseUrl }) => seen.push(baseUrl)),
    );
    await service.edit(profileId, { ...draft, name: 'EU west', baseUrl: 'https://api.example.com/v2' });
    expect(onRouteChanged).not.toHaveBeenCalled();
    await expect.poll(() => seen).toEqual(['https://api.example.com', 'https://api.example.com/v2']);
    for (const change of [
      { baseUrl: 'https://api.elsewhere.example' },
      { proxy: { kind: 'system' } },
      { extraCaFile: path },
      { clientCertificate: { certificateFile: path, keyFile: path } },
    ] as const) {
      await service.edit(profileId, { ...draft, ...change });
      expect(onRouteChanged).toHaveBeenLastCalledWith(profileId);
    }
    expect(onRouteChanged).toHaveBeenCalledTimes(4);
  });

  it('says whether it leads to another service; a new name alone is not announced', async () => {
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
      // The person is asked only if running requests would be abandoned.
      expect(agreeToLeave, JSON.stringify(change)).toHaveBeenCalledTimes(isOtherService ? 1 : 0);
      expect(onAltered.mock.calls, JSON.stringify(change)).toEqual([
        [profileId, 'edited', isOtherService],
        [profileId, 'edited', isOtherService],
      ]);
    }
  });

  it('changes nothing if the person would rather wait, and neither does a deletion', async () => {
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

  it('changes nothing without consent, or if the profile changes in the meantime', async () => {
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
});
