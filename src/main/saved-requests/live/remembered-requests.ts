import type { SavedRequest } from '@shared/requests/saved-requests';
import type { LiveEntry } from './live-entries';

const MAX_REMEMBERED = 1_000;

/** Requests of a folder on disk that are not there any more: for those who have them open, and to be brought back. */
export class RememberedRequests {
  /** Whose files were taken away outside: they say so. */
  private readonly gone = new Map<string, SavedRequest>();
  /** Removed here: nobody misses them; one that comes back has its place and its comments. */
  private readonly removed = new Map<string, { readonly request: SavedRequest; readonly text: string }>();

  /** One whose file was taken away outside. */
  findGone(id: string): SavedRequest | undefined {
    return this.gone.get(id);
  }

  /** As it was last, however it went. */
  find(id: string): SavedRequest | undefined {
    return this.gone.get(id) ?? this.removed.get(id)?.request;
  }

  /** The text of its file, when it was removed here. */
  textOf(id: string): string | undefined {
    return this.removed.get(id)?.text;
  }

  /** Before its file is removed here. */
  noteRemoved(id: string, request: SavedRequest, text: string): void {
    this.removed.set(id, { request, text });
    this.gone.delete(id);
    dropOldest(this.removed);
  }

  /** Nobody asks for it again. */
  forget(id: string): void {
    this.gone.delete(id);
  }

  /** After a look: those that were there before it and are not now are remembered, those that are there are not. */
  follow(before: ReadonlyMap<string, LiveEntry>, now: ReadonlyMap<string, LiveEntry>): void {
    for (const [id, { request }] of before)
      if (!now.has(id) && !this.removed.has(id) && request.file !== undefined)
        this.gone.set(id, { ...request, file: { ...request.file, gone: true } });
    for (const id of now.keys()) {
      this.gone.delete(id);
      this.removed.delete(id);
    }
    dropOldest(this.gone);
  }
}

function dropOldest(map: Map<string, unknown>): void {
  for (const id of [...map.keys()].slice(0, Math.max(0, map.size - MAX_REMEMBERED))) map.delete(id);
}
