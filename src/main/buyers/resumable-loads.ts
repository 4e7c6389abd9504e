import { z } from 'zod';
import type { BuyersQuery, LoadCheckpoint, ResumableLoad } from '@shared/bridge/buyers';
import { ProblemError } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { VersionedJsonFile } from '../files/versioned-json-file';
import type { KeptOfProfiles } from '../profiles/forget-gone-profiles';
import type { KeptBatch, KeptRows, UnkeptRows } from './kept-rows';
import { LoadRun } from './load-run';

/**
 * A checkpoint as it is saved: without any of the loaded rows, because buyers are personal data and this is a plain
 * file.
 */
const written = z.object({
  loadId: z.string().uuid(),
  baseUrl: z.string(),
  merchantAccountId: z.string().nullable(),
  merchantHeader: z.string(),
  limit: z.number().int().nullable(),
  /** The cursor that the load began with. */
  cursor: z.string().nullable(),
  nextCursor: z.string().nullable(),
  cap: z.number().int().positive(),
  rows: z.number().int().nonnegative(),
  pages: z.number().int().nonnegative(),
  /** The number of free query parameters. Their values may name a person and are never written here. */
  parameters: z.number().int().nonnegative(),
  stoppedAt: z.iso.datetime(),
});
type Written = z.infer<typeof written>;
/** By profile id. */
const contentSchema = z.record(z.string(), written);
type Content = z.infer<typeof contentSchema>;

export interface ResumableLoadsServices {
  /** Path of `stopped-loads.json`. */
  readonly path: string;
  readonly rows: Pick<KeptRows, 'begin' | 'add' | 'has' | 'read' | 'parametersOf' | 'forget'>;
  /** Called with what could not be saved; the load continues without it. */
  readonly report: (where: string, error: unknown) => void;
}

const ELSEWHERE =
  'The profile’s base URL or merchant account has changed since, and a cursor works only where it came from.';
const PARAMETERS_GONE =
  'It used query parameters of your own. They may name a person, so they are kept only in the encrypted database, and they are not there.';

/**
 * The last unfinished load of each profile: in memory for this run of the app, and saved for the next one. The
 * checkpoint goes into a plain file; rows and parameters, which are personal data, go into the encrypted database if
 * there is one, otherwise nowhere.
 */
export class ResumableLoads implements KeptOfProfiles {
  private readonly file: VersionedJsonFile<Content>;
  /** The loads of this run of the app, by profile id. */
  private readonly runs = new Map<string, { readonly run: LoadRun; readonly stoppedAt: string }>();

  constructor(private readonly services: ResumableLoadsServices) {
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'stopped loads of buyers',
      version: 1,
      schema: contentSchema,
      fresh: () => ({}),
    });
  }

  /** Replaces the profile's previous load. */
  async begin(run: LoadRun, time: number): Promise<void> {
    const { profile, checkpoint } = run;
    const { loadId, query } = checkpoint;
    await this.discard(profile.id);
    this.runs.set(profile.id, { run, stoppedAt: new Date(time).toISOString() });
    await this.orReport('kept rows', () => this.services.rows.begin(loadId, profile.id, query.parameters));
  }

  /**
   * Saves the rows, then the checkpoint, which is useful even if its rows could not be saved. False if the checkpoint
   * could not be saved.
   */
  async keep(run: LoadRun, batch: UnkeptRows, time: number): Promise<boolean> {
    // The current checkpoint, because the load continues in the meantime; a checkpoint never goes beyond the kept
    // rows.
    const { profile, checkpoint } = run;
    const stoppedAt = new Date(time).toISOString();
    this.runs.set(profile.id, { run, stoppedAt });
    await this.orReport('kept rows', () =>
      this.services.rows.add(checkpoint.loadId, batch.firstRow, batch.pages),
    );
    const kept = await this.orReport('stopped loads', async () => {
      await this.file.change((before) => ({
        ...before,
        [profile.id]: toWritten(profile, checkpoint, stoppedAt),
      }));
      return true;
    });
    return kept ?? false;
  }

  async describe(stamp: ProfileStamp): Promise<ResumableLoad | null> {
    const held = this.runs.get(stamp.id);
    if (!held) {
      const found = (await this.file.read())[stamp.id];
      return found === undefined ? null : this.describeWritten(found, stamp);
    }
    const { checkpoint, profile } = held.run;
    const refusal = isSameOrigin(profile, stamp) ? null : ELSEWHERE;
    return this.toResumable(checkpoint, stamp, held.stoppedAt, refusal);
  }

  /** The run of a stopped load, ready to continue. Throws a `ProblemError` if there is no such load to resume. */
  async takeUp(loadId: string, stamp: ProfileStamp, cap: number): Promise<LoadRun> {
    const stopped = await this.describe(stamp);
    if (stopped?.loadId !== loadId) throw notResumable('It was discarded or replaced by another one.');
    if (stopped.refusal !== null) throw notResumable(stopped.refusal);
    const { query, rows, pages, nextCursor } = stopped;
    const run =
      this.runs.get(stamp.id)?.run ?? new LoadRun(stamp, { loadId, query, cap, rows, pages, nextCursor });
    run.setCap(cap);
    return run;
  }

  /** The kept rows of a run, in batches; none unless all of them were kept. */
  async *keptRows({ checkpoint: { loadId, rows } }: LoadRun): AsyncGenerator<KeptBatch, void, undefined> {
    if (await this.hasRows(loadId, rows)) yield* this.services.rows.read(loadId, rows);
  }

  async discard(profileId: string): Promise<void> {
    const loadId =
      this.runs.get(profileId)?.run.checkpoint.loadId ?? (await this.file.read())[profileId]?.loadId;
    this.runs.delete(profileId);
    if (loadId === undefined) return;
    await this.orReport('stopped loads', () =>
      this.file.change((before) =>
        before[profileId] === undefined
          ? before
          : Object.fromEntries(Object.entries(before).filter(([id]) => id !== profileId)),
      ),
    );
    await this.orReport('kept rows', () => this.services.rows.forget(loadId));
  }

  async profileIds(): Promise<readonly string[]> {
    return [...this.runs.keys(), ...Object.keys(await this.file.read())];
  }

  async forgetProfiles(profileIds: readonly string[]): Promise<void> {
    for (const profileId of profileIds) await this.discard(profileId);
  }

  private async describeWritten(load: Written, stamp: ProfileStamp): Promise<ResumableLoad> {
    const { loadId, limit, cursor, cap, rows, pages, nextCursor } = load;
    const parameters = load.parameters === 0 ? [] : await this.parametersOf(loadId);
    const query = { limit, cursor, parameters: parameters ?? [] };
    const here = isSameOrigin(load, stamp) ? null : ELSEWHERE;
    const refusal = here ?? (parameters === null ? PARAMETERS_GONE : null);
    const checkpoint = { loadId, query, cap, rows, pages, nextCursor };
    return this.toResumable(checkpoint, stamp, load.stoppedAt, refusal);
  }

  private async toResumable(
    checkpoint: LoadCheckpoint,
    { id }: ProfileStamp,
    stoppedAt: string,
    refusal: string | null,
  ): Promise<ResumableLoad> {
    const rowsKept = await this.hasRows(checkpoint.loadId, checkpoint.rows);
    return { ...checkpoint, profileId: id, stoppedAt, rowsKept, refusal };
  }

  private async hasRows(loadId: string, rows: number): Promise<boolean> {
    return (await this.orReport('kept rows', () => this.services.rows.has(loadId, rows))) ?? false;
  }

  private async parametersOf(loadId: string): Promise<BuyersQuery['parameters'] | null> {
    return (await this.orReport('kept rows', () => this.services.rows.parametersOf(loadId))) ?? null;
  }

  private async orReport<T>(where: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      this.services.report(where, error);
      return undefined;
    }
  }
}

function toWritten(profile: ProfileStamp, checkpoint: LoadCheckpoint, stoppedAt: string): Written {
  const { query, ...reached } = checkpoint;
  const { baseUrl, merchantAccountId, merchantHeader } = profile;
  const { limit, cursor, parameters } = query;
  return {
    ...reached,
    baseUrl,
    merchantAccountId,
    merchantHeader,
    limit,
    cursor,
    parameters: parameters.length,
    stoppedAt,
  };
}

/**
 * False if the profile leads somewhere else now: a cursor is only valid where it came from. The built-in sandbox has
 * another port at each start but accepts its earlier cursors.
 */
function isSameOrigin(
  origin: Pick<ProfileStamp, 'baseUrl' | 'merchantAccountId' | 'merchantHeader'>,
  stamp: ProfileStamp,
): boolean {
  return (
    (origin.baseUrl === stamp.baseUrl || stamp.environment === 'local') &&
    origin.merchantAccountId === stamp.merchantAccountId &&
    origin.merchantHeader === stamp.merchantHeader
  );
}

function notResumable(meaning: string): ProblemError {
  return new ProblemError({
    code: 'load-not-resumable',
    title: 'This load cannot be resumed',
    meaning,
    nextStep: 'Start over with Load all.',
    detail: null,
  });
}
