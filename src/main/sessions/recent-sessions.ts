import { z } from 'zod';
import type { RecentSession } from '@shared/bridge/sessions';
import { SESSION_OUTCOMES, type SessionOutcome } from '@shared/history/session-outcome';
import { isUuid } from '@shared/text/uuid';
import { VersionedJsonFile } from '../files/versioned-json-file';

/** Look-ups remembered for each profile; pinned ones do not count. */
const MAX_RECENT = 200;

const schema = z.record(
  z.string(),
  z.array(
    z.object({
      sessionId: z.string().refine(isUuid),
      outcome: z.enum(SESSION_OUTCOMES),
      lookedUpAt: z.iso.datetime(),
      pinned: z.boolean(),
    }),
  ),
);
type Content = z.infer<typeof schema>;

/** The recent look-ups of each profile, newest first: ids and outcomes, nothing of what was in a session. */
export class RecentSessions {
  private readonly file: VersionedJsonFile<Content>;

  constructor(path: string) {
    this.file = new VersionedJsonFile({
      path,
      what: 'recent look-ups',
      version: 1,
      schema,
      fresh: () => ({}),
    });
  }

  async list(profileId: string): Promise<readonly RecentSession[]> {
    return ordered((await this.file.read())[profileId] ?? []);
  }

  async add(profileId: string, sessionId: string, outcome: SessionOutcome): Promise<void> {
    const lookedUpAt = new Date().toISOString();
    await this.change(profileId, (recent) => {
      const pinned = recent.some((entry) => entry.sessionId === sessionId && entry.pinned);
      const others = recent.filter((entry) => entry.sessionId !== sessionId);
      return trimmed([{ sessionId, outcome, lookedUpAt, pinned }, ...others]);
    });
  }

  pin(profileId: string, sessionId: string, pinned: boolean): Promise<readonly RecentSession[]> {
    return this.change(profileId, (recent) =>
      trimmed(recent.map((entry) => (entry.sessionId === sessionId ? { ...entry, pinned } : entry))),
    );
  }

  clear(profileId: string): Promise<readonly RecentSession[]> {
    return this.change(profileId, (recent) => recent.filter(({ pinned }) => pinned));
  }

  private async change(
    profileId: string,
    change: (recent: RecentSession[]) => RecentSession[],
  ): Promise<readonly RecentSession[]> {
    const content = await this.file.change((before) => ({
      ...before,
      [profileId]: change(before[profileId] ?? []),
    }));
    return ordered(content[profileId] ?? []);
  }
}

function trimmed(recent: RecentSession[]): RecentSession[] {
  let unpinned = 0;
  return recent.filter(({ pinned }) => pinned || ++unpinned <= MAX_RECENT);
}

function ordered(recent: readonly RecentSession[]): RecentSession[] {
  return [...recent.filter(({ pinned }) => pinned), ...recent.filter(({ pinned }) => !pinned)];
}
