import type { SavedRequest } from '@shared/requests/saved-requests';

/** A request to remove: its id, and its file on disk as it was read. */
export type RemovedRequest = Pick<SavedRequest, 'id' | 'file'>;

/** Where saved requests are: in the database, in a folder on disk, or in all of these together. */
export interface RequestStore {
  /** Sorted by folder, then by their places in it, then by name, as a person would sort them. */
  all(): Promise<SavedRequest[]>;
  find(id: string): Promise<SavedRequest | null>;
  /** @param request a new one has no id yet. */
  put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest>;
  putAll(requests: readonly SavedRequest[]): Promise<void>;
  /** @param requests as they were read: a request whose file on disk has changed since is not removed. */
  remove(requests: readonly RemovedRequest[]): Promise<void>;
  /** The name of the folder on disk that a folder is in; null for one of the database. */
  rootOf(folder: string): Promise<string | null>;
}

/** Made when it is first used, because it takes memory that an idle app does without. */
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

/** The requests with these ids, in the order of `all`. */
export async function chosenRequests(
  store: Pick<RequestStore, 'all'>,
  ids: readonly string[],
): Promise<SavedRequest[]> {
  const wanted = new Set(ids);
  return (await store.all()).filter(({ id }) => wanted.has(id));
}

/** The requests in the order of the ids. */
export function inOrder(requests: readonly SavedRequest[], ids: readonly string[]): SavedRequest[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...requests].sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
