import type { JsonValue } from '@shared/documents/schema-view';

/** The maximum number of things kept: the oldest is dropped first. */
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_CHARACTERS = 16 * 1024 * 1024;

/** What was given for a thing, or that the thing was deleted. */
export type Remembered = { readonly kind: 'given'; readonly value: JsonValue } | { readonly kind: 'deleted' };

/** What the requests of this run have left behind, keyed by the path by which it can be read. */
export class RememberedThings {
  private readonly things = new Map<string, { readonly thing: Remembered; readonly size: number }>();
  private size = 0;

  find(key: string): Remembered | null {
    return this.things.get(key)?.thing ?? null;
  }

  keep(key: string, thing: Remembered): void {
    const size = key.length + (thing.kind === 'given' ? JSON.stringify(thing.value).length : 0);
    this.drop(key);
    this.things.set(key, { thing, size });
    this.size += size;
    for (const oldest of this.things.keys()) {
      if (this.things.size <= MAX_REMEMBERED && this.size <= MAX_REMEMBERED_CHARACTERS) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.size -= this.things.get(key)?.size ?? 0;
    this.things.delete(key);
  }
}
