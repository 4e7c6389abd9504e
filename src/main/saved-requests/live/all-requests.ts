import { randomUUID } from 'node:crypto';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { byPlace, type RequestStore } from '../request-store';
import type { SavedRequestStore } from '../saved-request-store';
import type { LiveFolders } from './live-folders';

/**
 * The saved requests of the database and of the folders on disk together: which store has one is said by its folder. One
 * that gets a folder of another store moves there.
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
   * Into every store first: what moves is there before it is taken away where it was. Where that fails, it is there no
   * longer, and where it was alone.
   */
  async putAll(requests: readonly SavedRequest[]): Promise<void> {
    const places = new Map<RequestStore, SavedRequest[]>();
    const moved = new Map<RequestStore, string[]>();
    const ownIds = new Set(await this.own.ids());
    const live = await this.live.all();
    for (const request of requests) {
      const target = live.find((store) => store.inside(request.folder) !== null) ?? this.own;
      const from = live.find((store) => store.has(request.id)) ?? (ownIds.has(request.id) ? this.own : null);
      const moves = from !== null && from !== target;
      const placed = moves ? { ...request, file: undefined } : request;
      places.set(target, [...(places.get(target) ?? []), placed]);
      if (moves) moved.set(from, [...(moved.get(from) ?? []), request.id]);
    }
    for (const [store, inside] of places) await store.putAll(inside);
    for (const [from, ids] of moved)
      await from.remove(ids).catch(async (error: unknown) => {
        const left = new Set((await from.all()).flatMap(({ id }) => (ids.includes(id) ? id : [])));
        for (const [store, inside] of places)
          await store.remove(inside.flatMap(({ id }) => (left.has(id) ? id : [])));
        throw error;
      });
  }

  /** All of them or none. */
  async remove(ids: readonly string[]): Promise<void> {
    const gone: [RequestStore, readonly SavedRequest[]][] = [];
    for (const store of [this.own, ...(await this.live.all())]) {
      const inside = (await store.all()).filter(({ id }) => ids.includes(id));
      if (inside.length === 0) continue;
      await store.remove(inside.map(({ id }) => id)).catch(async (error: unknown) => {
        for (const [before, requests] of gone) await before.putAll(requests);
        throw error;
      });
      gone.push([store, inside]);
    }
  }
}
