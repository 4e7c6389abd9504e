import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { draft, names, setUpProfiles } from './profile-service.fixture';

const { start, path, secrets, onAltered, agreeToLeave } = setUpProfiles();
afterEach(() => void vi.useRealTimers());

describe('deleting', () => {
  it('removes the secrets at once, activates the Local sandbox, and can be undone completely', async () => {
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

  it('never activates a production profile, whatever profiles there are and in what order', async () => {
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
      { numRuns: 20 },
    );
  });

  it('removes the secrets once when called twice, and restores the latest version of the profile', async () => {
    const service = start();
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    agreeToLeave.mockReturnValue(asked);
    const { profileId } = await service.create(draft);
    const deleting = [service.delete(profileId), service.delete(profileId)];
    await service.edit(profileId, { ...draft, name: 'EU west' });
    answer();
    await Promise.all(deleting);
    expect(secrets.remove).toHaveBeenCalledOnce();
    const { profiles } = await service.undoDelete(profileId);
    expect(profiles.at(-1)?.name).toBe('EU west');
  });

  it('keeps the profile chosen in the meantime active on undo', async () => {
    const service = start();
    const { profileId } = await service.create(draft);
    await service.activate('sandbox');
    await service.delete('sandbox');
    await service.activate(profileId);
    expect((await service.undoDelete('sandbox')).activeId).toBe(profileId);
  });

  it('cannot be undone after the undo period, and drops the copy of the secrets', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const service = start();
    await service.delete('sandbox');
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    expect(secrets.closeUndo).toHaveBeenCalledWith('sandbox');
    await expect(service.undoDelete('sandbox')).rejects.toMatchObject({
      problem: { code: 'nothing-to-undo' },
    });
  });

  it('restores only after the secrets are removed, however soon the undo comes', async () => {
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

  it('keeps a profile whose secrets cannot be deleted, and keeps it active', async () => {
    const profiles = start();
    await profiles.activate('sandbox');
    const before = await profiles.store.read();
    secrets.remove.mockRejectedValueOnce(new Error('full'));
    await expect(profiles.delete('sandbox')).rejects.toThrow('full');
    expect(await start().store.read()).toEqual(before);
    expect(secrets.restore).toHaveBeenCalledWith('sandbox');
  });

  it('can be undone again after the keychain refused', async () => {
    const service = start();
    await service.delete('sandbox');
    secrets.restore.mockRejectedValueOnce(new Error('locked'));
    await expect(service.undoDelete('sandbox')).rejects.toThrow('locked');
    expect(secrets.closeUndo).not.toHaveBeenCalled();
    expect(names(await service.undoDelete('sandbox'))).toEqual(['Local sandbox', 'Sandbox', 'Production']);
    expect(secrets.restore).toHaveBeenCalledTimes(2);
  });

  it('gives the restored profile a free name if its own has been taken', async () => {
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

  it('drops secrets that a slow keychain returns after the undo period', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let handOver: () => void = () => undefined;
    let inMemory = false;
    secrets.remove.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => (handOver = resolve));
      inMemory = true;
      return undefined;
    });
    secrets.closeUndo.mockImplementation(() => (inMemory = false));
    const deleting = start().delete('sandbox');
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    vi.useRealTimers();
    handOver();
    await deleting;
    expect(inMemory).toBe(false);
  });
});
