import { z } from 'zod';
import type { ProfileStamp } from '@shared/profiles/profile';
import { VersionedJsonFile } from '../files/versioned-json-file';

const checkpoint = z.object({
  loadId: z.string().uuid(),
  baseUrl: z.string(),
  merchantAccountId: z.string().nullable(),
  merchantHeader: z.string(),
  limit: z.number().int().nullable(),
  /** Cursor the load began with. */
  cursor: z.string().nullable(),
  nextCursor: z.string().nullable(),
  cap: z.number().int().positive(),
  rows: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  /** How many free query parameters there are. Their values may name a person, and are never written here. */
  parameters: z.number().int().nonnegative(),
  stoppedAt: z.iso.datetime(),
});

/** Where a load stands, and nothing of what it loaded: buyers are personal data, and this is a plain file. */
export type LoadCheckpoint = z.infer<typeof checkpoint>;

const schema = z.record(z.string(), checkpoint);
type Content = z.infer<typeof schema>;

/** The last place of each profile's load that did not come to its end. */
export class LoadCheckpoints {
  private readonly file: VersionedJsonFile<Content>;

  constructor(path: string) {
    this.file = new VersionedJsonFile({
      path,
      what: 'stopped loads of buyers',
      version: 1,
      schema,
      fresh: () => ({}),
    });
  }

  async find(profileId: string): Promise<LoadCheckpoint | null> {
    return (await this.file.read())[profileId] ?? null;
  }

  async keep(profileId: string, place: LoadCheckpoint): Promise<void> {
    await this.file.change((before) => ({ ...before, [profileId]: place }));
  }

  async forget(profileId: string): Promise<void> {
    await this.file.change((before) => {
      if (!(profileId in before)) return before;
      return Object.fromEntries(Object.entries(before).filter(([id]) => id !== profileId));
    });
  }

  /** Forgets those of profiles that are no more; gives their loads' ids. */
  async keepOnly(profileIds: ReadonlySet<string>): Promise<readonly string[]> {
    const gone: string[] = [];
    await this.file.change((before) => {
      const entries = Object.entries(before);
      const kept = entries.filter(([profileId]) => profileIds.has(profileId));
      if (kept.length === entries.length) return before;
      gone.push(...entries.filter(([id]) => !profileIds.has(id)).map(([, { loadId }]) => loadId));
      return Object.fromEntries(kept);
    });
    return gone;
  }
}

/**
 * False when the profile leads elsewhere now: a cursor is good only where it came from. The built-in sandbox has another
 * port at each start, and takes its cursors all the same.
 */
export function isSameOrigin(
  place: Pick<ProfileStamp, 'baseUrl' | 'merchantAccountId' | 'merchantHeader'>,
  stamp: ProfileStamp,
): boolean {
  return (
    (place.baseUrl === stamp.baseUrl || stamp.environment === 'local') &&
    place.merchantAccountId === stamp.merchantAccountId &&
    place.merchantHeader === stamp.merchantHeader
  );
}
