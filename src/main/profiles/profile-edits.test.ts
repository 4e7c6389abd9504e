import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { ProfileService } from './profile-service';
import { ProfileStore } from './profile-store';
import { testingDraft } from '@shared/testing/testing-profile';

const draft: ProfileDraft = testingDraft({ name: 'EU', baseUrl: 'https://api.example.com/' });

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
  path = join(folder, 'profiles.json');
});
afterEach(() => {
  vi.useRealTimers();
  return rm(folder, { recursive: true });
});

const store = (): ProfileStore => new ProfileStore({ path, announce: () => undefined });

describe('ProfileService', () => {
  it('tells before and after an edit, of another way to the service too, and nothing for a form saved as it was', async () => {
    const onAltered = vi.fn();
    const onRouteChanged = vi.fn();
    const service = new ProfileService({
      store: store(),
      secrets: {
        remove: () => Promise.resolve(),
        restore: () => Promise.resolve(),
        closeUndo: () => undefined,
      },
      agree: () => Promise.resolve(),
      agreeToLeave: () => Promise.resolve(),
      onAltered,
      onRouteChanged,
    });
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

  it('takes the secrets of a profile once, and brings it back as it was when it went, whoever deletes it twice', async () => {
    const remove = vi.fn(() => Promise.resolve());
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    const service = new ProfileService({
      store: store(),
      secrets: { remove, restore: () => Promise.resolve(), closeUndo: () => undefined },
      agree: () => Promise.resolve(),
      agreeToLeave: () => asked,
      onAltered: () => undefined,
      onRouteChanged: () => undefined,
    });
    const { profileId } = await service.create(draft);
    const deleting = [service.delete(profileId), service.delete(profileId)];
    await service.edit(profileId, { ...draft, name: 'EU west' });
    answer();
    await Promise.all(deleting);
    expect(remove).toHaveBeenCalledOnce();
    const { profiles } = await service.undoDelete(profileId);
    expect(profiles.at(-1)?.name).toBe('EU west');
  });

  it('drops secrets that a slow keychain hands over only after the time for an undo', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let handOver: () => void = () => undefined;
    const inMemory = new Set<string>();
    const service = new ProfileService({
      store: store(),
      secrets: {
        remove: async (profileId) => {
          await new Promise<void>((resolve) => (handOver = resolve));
          inMemory.add(profileId);
        },
        restore: () => Promise.resolve(),
        closeUndo: (profileId) => inMemory.delete(profileId),
      },
      agree: () => Promise.resolve(),
      agreeToLeave: () => Promise.resolve(),
      onAltered: () => undefined,
      onRouteChanged: () => undefined,
    });
    const { profileId } = await service.create(draft);
    const deleting = service.delete(profileId);
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    vi.useRealTimers();
    handOver();
    await deleting;
    expect([...inMemory]).toEqual([]);
  });
});
