import type { SavedRequest } from '@shared/requests/saved-requests';
import type { LiveEntry } from './live-entries';

const MAX_REMEMBERED = 1_000;

/** Requests of a folder on disk that are no longer there: for those who have them open, and to be brought back. */
export class RememberedRequests {
  /** Requests whose files were removed outside the app: they say so. */
  private readonly gone = new Map<string, SavedRequest>();
  /** Requests that were removed in the app; one that comes back has its path and its comments again. */
  private readonly removed = new Map<string, { readonly request: SavedRequest; readonly text: string }>();

  /** A request whose file was removed outside the app. */
  findGone(id: string): SavedRequest | undefined {
    return this.gone.get(id);
  }

  /** The paths of the files of all of these. */
  gonePaths(): readonly string[] {
    return [...this.gone.values()].flatMap(({ file }) => file?.path ?? []);
  }

  /** The request as it was last, however it was removed. */
  find(id: string): SavedRequest | undefined {
    return this.gone.get(id) ?? this.removed.get(id)?.request;
  }

  /** The text of its file, if it was removed in the app. */
  textOf(id: string): string | undefined {
    return this.removed.get(id)?.text;
  }

  /** Called before its file is removed in the app. */
  noteRemoved(id: string, request: SavedRequest, text: string): void {
    this.removed.set(id, { request, text });
    this.gone.delete(id);
    dropOldest(this.removed);
  }

  /** Called when nobody will ask for it again. */
  forget(id: string): void {
    this.gone.delete(id);
  }

  /**
   * Called after a look: requests that were there before and are not now are remembered, and those that are there are
   * not.
   */
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
