import { randomUUID } from 'node:crypto';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { byPlace, type RemovedRequest, type RequestStore } from '../request-store';
import type { SavedRequestStore } from '../saved-request-store';
import type { LiveFolders } from './live-folders';

/**
 * The saved requests of the database and of the folders on disk together: a request's folder says which store has it.
 * One that is put into a folder of another store moves there.
 */
export class AllRequests implements RequestStore {
  constructor(
    private readonly own: RequestStore & Pick<SavedRequestStore, 'ids'>,
    private readonly live: LiveFolders,
  ) {}

  async all(): Promise<SavedRequest[]> {
    const stores = [this.own, ...(await this.live.all())];
    return (await Promise.all(stores.map((store) => store.all()))).flat().sort(byPlace);
  }

  async find(id: string): Promise<SavedRequest | null> {
    let gone: SavedRequest | null = null;
    for (const store of await this.live.all()) {
      const found = await store.find(id);
      if (found?.file?.gone === false) return found;
      gone ??= found;
    }
    return (await this.own.find(id)) ?? gone;
  }

  async rootOf(folder: string): Promise<string | null> {
    return (await this.live.holding(folder))?.options.name ?? null;
  }

  async put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest> {
    const saved = { ...request, id: request.id ?? randomUUID() };
    await this.putAll([saved]);
    return (await this.find(saved.id)) ?? saved;
  }

  /**
   * Writes into all stores first, so that a request that moves is in its new store before it is removed from the old
   * one. If that fails, it is removed from the new store again and stays in the old one.
   */
  async putAll(requests: readonly SavedRequest[]): Promise<void> {
    const places = new Map<RequestStore, SavedRequest[]>();
    const moved = new Map<RequestStore, SavedRequest[]>();
    /** Ids of requests that must not stay in their new store if the rest fails. */
    const came = new Set<string>();
    const ownIds = new Set(await this.own.ids());
    const live = await this.live.all();
    for (const request of requests) {
      const target = live.find((store) => store.inside(request.folder) !== null) ?? this.own;
      const from = live.find((store) => store.has(request.id)) ?? (ownIds.has(request.id) ? this.own : null);
      const moves = from !== null && from !== target;
      const placed = moves ? { ...request, file: undefined } : request;
      places.set(target, [...(places.get(target) ?? []), placed]);
      if (from !== target) came.add(request.id);
      if (moves) moved.set(from, [...(moved.get(from) ?? []), request]);
    }
    const done: [RequestStore, readonly SavedRequest[]][] = [];
    const takeBack = async (ids: ReadonlySet<string>): Promise<void> => {
      for (const [store, inside] of done) await store.remove(inside.filter(({ id }) => ids.has(id)));
    };
    for (const [store, inside] of places) {
      await store.putAll(inside).catch(async (error: unknown) => {
        await takeBack(came);
        throw error;
      });
      done.push([store, inside]);
    }
    for (const [from, gone] of moved)
      await from.remove(gone).catch(async (error: unknown) => {
        const ids = new Set(gone.map(({ id }) => id));
        await takeBack(new Set((await from.all()).flatMap(({ id }) => (ids.has(id) ? id : []))));
        throw error;
      });
  }

  /** Removes all of them or none. */
  async remove(requests: readonly RemovedRequest[]): Promise<void> {
    const gone: [RequestStore, readonly SavedRequest[]][] = [];
    for (const store of [this.own, ...(await this.live.all())]) {
      const all = new Map((await store.all()).map((request) => [request.id, request]));
      const asked = requests.filter(({ id }) => all.has(id));
      const inside = asked.flatMap(({ id }) => all.get(id) ?? []);
      if (inside.length === 0) continue;
      await store.remove(asked).catch(async (error: unknown) => {
        for (const [before, requests] of gone) await before.putAll(requests);
        throw error;
      });
      gone.push([store, inside]);
    }
  }
}
