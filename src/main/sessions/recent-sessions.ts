import { z } from 'zod';
import type { RecentSession } from '@shared/bridge/sessions';
import { SESSION_OUTCOMES, type SessionOutcome } from '@shared/history/session-outcome';
import { ProblemError } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
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
type Entry = Content[string][number];

/** The recent look-ups of each profile, newest first: ids and outcomes, nothing of what was in a session. */
export class RecentSessions {
  private readonly file: VersionedJsonFile<Content>;
  /** What was cleared a moment ago, by the id of the clear. */
  private readonly cleared = new Map<string, readonly Entry[]>();

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

  /**
   * Forgets those that are not pinned. For `UNDO_WINDOW_MS` they are held in memory.
   * @param clearId a UUID by which it can be undone.
   */
  async clear(profileId: string, clearId: string): Promise<readonly RecentSession[]> {
    let gone: readonly Entry[] = [];
    const left = await this.change(profileId, (recent) => {
      gone = recent.filter(({ pinned }) => !pinned);
      return recent.filter(({ pinned }) => pinned);
    });
    this.cleared.set(clearId, gone);
    setTimeout(() => this.cleared.delete(clearId), UNDO_WINDOW_MS).unref();
    return left;
  }

  /** Brings back what a clear took, but for what was looked up again since. Throws a `ProblemError` when it is too late. */
  async undoClear(profileId: string, clearId: string): Promise<readonly RecentSession[]> {
    const gone = this.cleared.get(clearId);
    if (gone === undefined) throw clearedForGood();
    const state = await this.change(profileId, (recent) => {
      const back = gone.filter(({ sessionId }) => !recent.some((entry) => entry.sessionId === sessionId));
      return trimmed([...recent, ...back].sort((one, other) => compareTimes(other, one)));
    });
    this.cleared.delete(clearId);
    return state;
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

/** Times are all in UTC and of one form. */
function compareTimes(one: Entry, other: Entry): number {
  if (one.lookedUpAt === other.lookedUpAt) return 0;
  return one.lookedUpAt < other.lookedUpAt ? -1 : 1;
}

function clearedForGood(): ProblemError {
  return new ProblemError({
    code: 'nothing-to-undo',
    title: 'The recent look-ups cannot be brought back',
    meaning: 'The time for it is over: they are gone.',
    nextStep: 'The history has every look-up that was recorded.',
    detail: null,
  });
}
