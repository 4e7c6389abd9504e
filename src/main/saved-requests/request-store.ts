import type { SavedRequest } from '@shared/requests/saved-requests';

/** Where saved requests lie: in the database, in a folder on disk, or in all of these together. */
export type RemovedRequest = Pick<SavedRequest, 'id' | 'file'>;

export interface RequestStore {
  /** By folder, then by their places in it, then by name, as a person would sort them. */
  all(): Promise<SavedRequest[]>;
  find(id: string): Promise<SavedRequest | null>;
  /** @param request a new one has no id yet. */
  put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest>;
  putAll(requests: readonly SavedRequest[]): Promise<void>;
  /** @param requests as they were read: one whose file on disk is another by now is not removed. */
  remove(requests: readonly RemovedRequest[]): Promise<void>;
  /** The name of the folder on disk in which a folder lies; null for one of the database. */
  rootOf(folder: string): Promise<string | null>;
}

/** Made when it is used: one takes memory that an app at rest does without. */
let collator: Intl.Collator | null = null;

function compare(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(one, other);
}

/** The order of `all`. */
export function byPlace(one: SavedRequest, other: SavedRequest): number {
  return (
    compare(one.folder, other.folder) ||
    (one.order || Infinity) - (other.order || Infinity) ||
    compare(one.name, other.name) ||
    (one.id < other.id ? -1 : 1)
  );
}

/** Those with some ids, in the order of `all`. */
export async function chosenRequests(
  store: Pick<RequestStore, 'all'>,
  ids: readonly string[],
): Promise<SavedRequest[]> {
  const wanted = new Set(ids);
  return (await store.all()).filter(({ id }) => wanted.has(id));
}

/** In the order of the ids. */
export function inOrder(requests: readonly SavedRequest[], ids: readonly string[]): SavedRequest[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...requests].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
