import type { BuyersQuery, StoppedLoad } from '@shared/bridge/buyers';
import { ProblemError } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import type { KeptBatch, KeptRows } from './kept-rows';
import { isSameOrigin, type LoadCheckpoint, type LoadCheckpoints } from './load-checkpoints';
import { LoadRun } from './load-run';

export interface LoadPlacesServices {
  readonly checkpoints: Pick<LoadCheckpoints, 'find' | 'keep' | 'forget' | 'keepOnly'>;
  readonly rows: Pick<KeptRows, 'begin' | 'add' | 'has' | 'read' | 'parametersOf' | 'forget'>;
  /** Told about what could not be written down: the load goes on without it. */
  readonly report: (where: string, error: unknown) => void;
}

const ELSEWHERE =
  "The profile's base URL or merchant account was changed since, and a cursor is good only where it came from.";
const PARAMETERS_GONE =
  'It was asked with query parameters of your own. As they may name a person, they are kept in the encrypted database only, and there they are not.';

/**
 * Where loads stopped: in memory for this run of the app, and written down for the next one. The place goes into a plain
 * file; rows and parameters, which are personal data, go into the encrypted database when there is one, or nowhere.
 */
export class LoadPlaces {
  /** By profile id. */
  private readonly runs = new Map<string, { readonly run: LoadRun; cap: number; stoppedAt: string }>();

  constructor(private readonly services: LoadPlacesServices) {}

  /** Takes the place of what the profile had before. */
  async begin(run: LoadRun, cap: number, time: number): Promise<void> {
    const { profile, loadId, query } = run;
    await this.discard(profile.id);
    this.runs.set(profile.id, { run, cap, stoppedAt: new Date(time).toISOString() });
    await this.orReport('kept rows', () => this.services.rows.begin(loadId, profile.id, query.parameters));
  }

  /**
   * Rows first: a place whose rows are not kept is worth something, rows without a place are not. False when the place
   * could not be written down.
   */
  async keep(run: LoadRun, cap: number, batch: KeptBatch, time: number): Promise<boolean> {
    const { profile, loadId, query } = run;
    const stoppedAt = new Date(time).toISOString();
    const checkpoint: LoadCheckpoint = {
      loadId,
      baseUrl: profile.baseUrl,
      merchantAccountId: profile.merchantAccountId,
      merchantHeader: profile.merchantHeader,
      limit: query.limit,
      cursor: query.cursor,
      nextCursor: run.nextCursor,
      cap,
      rows: run.rows,
      pages: run.pages,
      parameters: query.parameters.length,
      stoppedAt,
    };
    this.runs.set(profile.id, { run, cap, stoppedAt });
    await this.orReport('kept rows', () => this.services.rows.add(loadId, batch.firstRow, batch.items));
    const kept = await this.orReport('stopped loads', async () => {
      await this.services.checkpoints.keep(profile.id, checkpoint);
      return true;
    });
    return kept ?? false;
  }

  async describe(stamp: ProfileStamp): Promise<StoppedLoad | null> {
    const held = this.runs.get(stamp.id);
    if (held) {
      const { loadId, query, rows, pages, profile } = held.run;
      return {
        loadId,
        profileId: stamp.id,
        query,
        cap: held.cap,
        rows,
        pages,
        stoppedAt: held.stoppedAt,
        rowsKept: await this.hasRows(loadId, rows),
        refusal: isSameOrigin(profile, stamp) ? null : ELSEWHERE,
      };
    }
    const checkpoint = await this.services.checkpoints.find(stamp.id);
    return checkpoint && this.describeWritten(checkpoint, stamp);
  }

  /** The run of a stopped load, ready to go on. Throws a `ProblemError` when there is none that can. */
  async takeUp(loadId: string, stamp: ProfileStamp): Promise<LoadRun> {
    const stopped = await this.describe(stamp);
    if (stopped?.loadId !== loadId) throw notResumable('It was discarded, or another one took its place.');
    if (stopped.refusal !== null) throw notResumable(stopped.refusal);
    const held = this.runs.get(stamp.id);
    if (held) return held.run;
    const checkpoint = await this.services.checkpoints.find(stamp.id);
    return new LoadRun(loadId, stamp, stopped.query, {
      rows: stopped.rows,
      pages: stopped.pages,
      nextCursor: checkpoint?.nextCursor ?? null,
    });
  }

  /** The rows of a run that were kept, in batches; none unless all of them were. */
  async *keptRows({ loadId, rows }: LoadRun): AsyncGenerator<KeptBatch, void, undefined> {
    if (await this.hasRows(loadId, rows)) yield* this.services.rows.read(loadId, rows);
  }

  async discard(profileId: string): Promise<void> {
    const loadId =
      this.runs.get(profileId)?.run.loadId ?? (await this.services.checkpoints.find(profileId))?.loadId;
    this.runs.delete(profileId);
    if (loadId === undefined) return;
    await this.orReport('stopped loads', () => this.services.checkpoints.forget(profileId));
    await this.orReport('kept rows', () => this.services.rows.forget(loadId));
  }

  /** Forgets what belongs to profiles that are no more. */
  async keepOnly(profileIds: ReadonlySet<string>): Promise<void> {
    for (const profileId of [...this.runs.keys()]) {
      if (!profileIds.has(profileId)) await this.discard(profileId);
    }
    await this.orReport('stopped loads', async () => {
      for (const loadId of await this.services.checkpoints.keepOnly(profileIds)) {
        await this.services.rows.forget(loadId);
      }
    });
  }

  private async describeWritten(checkpoint: LoadCheckpoint, stamp: ProfileStamp): Promise<StoppedLoad> {
    const { loadId, limit, cursor, cap, rows, pages, stoppedAt } = checkpoint;
    const parameters = checkpoint.parameters === 0 ? [] : await this.parametersOf(loadId);
    const query: BuyersQuery = { limit, cursor, parameters: parameters ?? [] };
    const refusal = !isSameOrigin(checkpoint, stamp)
      ? ELSEWHERE
      : parameters === null
        ? PARAMETERS_GONE
        : null;
    const rowsKept = await this.hasRows(loadId, rows);
    return { loadId, profileId: stamp.id, query, cap, rows, pages, stoppedAt, rowsKept, refusal };
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

function notResumable(meaning: string): ProblemError {
  return new ProblemError({
    code: 'load-not-resumable',
    title: 'This load cannot be resumed',
    meaning,
    nextStep: 'Begin it anew with Load all.',
    detail: null,
  });
}
