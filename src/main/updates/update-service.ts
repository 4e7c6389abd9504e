import { z } from 'zod';
import type { NewerVersion, UpdateState } from '@shared/app/updates';
import { ProblemError } from '@shared/problem';
import type { AskPerson } from '@shared/questions/question';
import { VersionedJsonFile } from '../files/versioned-json-file';
import { isNewer, readManifest } from './read-manifest';
import { updateQuestion } from './update-question';
import type { UpdateSource } from './update-source';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The first check waits this long (ms), so that start-up belongs to the first screen. */
const START_MS = 10_000;

interface Kept {
  /** The address that the person agreed to ask daily; for another address the question is asked again. */
  readonly agreedAddress: string | null;
  readonly lastAnswer: { readonly at: string; readonly newest: NewerVersion } | null;
}

const newestSchema = z.object({ version: z.string(), released: z.string(), page: z.string() });
const keptSchema: z.ZodType<Kept> = z.object({
  agreedAddress: z.string().nullable(),
  lastAnswer: z.object({ at: z.iso.datetime(), newest: newestSchema }).nullable(),
});

export interface UpdateServices {
  /** The running version. */
  readonly version: string;
  readonly source: () => Promise<UpdateSource | null>;
  /** Path of `updates.json`. */
  readonly path: string;
  readonly readText: (url: string) => Promise<string>;
  readonly ask: AskPerson;
  /** Called with the result of a check that nobody waited for. */
  readonly announce: (state: UpdateState) => void;
  readonly report: (where: string, error: unknown) => void;
  readonly now?: () => Date;
  readonly startMs?: number;
}

/**
 * Asks whether there is a newer version: never before the person has agreed, and at most once a day on its own. It
 * only reports the version (docs/decisions/0135-newer-versions.md).
 */
export class UpdateService {
  private readonly file: VersionedJsonFile<Kept>;
  private readonly now: () => Date;
  private found: Promise<UpdateSource | null> | null = null;
  private asking: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly services: UpdateServices) {
    this.now = services.now ?? (() => new Date());
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'update checks',
      version: 1,
      schema: keptSchema,
      fresh: () => ({ agreedAddress: null, lastAnswer: null }),
      holdsUnwritten: true,
    });
  }

  /** From now on checks when a check is due, if the person agreed to that. */
  async start(): Promise<void> {
    const { lastAnswer } = await this.file.read();
    const due = lastAnswer === null ? 0 : Date.parse(lastAnswer.at) + DAY_MS - this.now().getTime();
    const startMs = this.services.startMs ?? START_MS;
    // Even if the clock was set back, it waits for a day at most.
    this.wait(Math.min(Math.max(due, startMs), DAY_MS));
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  async describe(): Promise<UpdateState> {
    const source = await this.source();
    if (source === null) return { host: null, daily: false, lastAnswer: null };
    const { agreedAddress, lastAnswer } = await this.file.read();
    const isNews = lastAnswer !== null && isNewer(lastAnswer.newest.version, this.services.version);
    return {
      host: new URL(source.address).host,
      daily: agreedAddress === source.address,
      lastAnswer: lastAnswer && { at: lastAnswer.at, newer: isNews ? lastAnswer.newest : null },
    };
  }

  /** Throws a `ProblemError` if nobody answered, or if the answer was not signed by the holder of the key. */
  async checkNow(): Promise<UpdateState> {
    const source = await this.source();
    if (source === null) throw noUpdateSourceProblem();
    const agreed = (await this.describe()).daily || (await this.agrees(source, 'once'));
    if (agreed) await this.check(source);
    return this.describe();
  }

  async setDaily(on: boolean): Promise<UpdateState> {
    const source = await this.source();
    if (source === null) throw noUpdateSourceProblem();
    if (!on) {
      await this.file.change((kept) => ({ ...kept, agreedAddress: null }));
      return this.describe();
    }
    if ((await this.describe()).daily || !(await this.agrees(source, 'daily'))) return this.describe();
    await this.file.change((kept) => ({ ...kept, agreedAddress: source.address }));
    await this.check(source);
    return this.describe();
  }

  private source(): Promise<UpdateSource | null> {
    return (this.found ??= this.services.source());
  }

  private async agrees({ address }: UpdateSource, often: 'daily' | 'once'): Promise<boolean> {
    return (await this.services.ask(updateQuestion(address, often), new AbortController().signal)).confirmed;
  }

  private check(source: UpdateSource): Promise<void> {
    return (this.asking ??= this.askSource(source).finally(() => (this.asking = null)));
  }

  private async askSource(source: UpdateSource): Promise<void> {
    const newest = readManifest(await this.services.readText(source.address), source);
    await this.file.change((kept) => ({ ...kept, lastAnswer: { at: this.now().toISOString(), newest } }));
  }

  private wait(ms: number): void {
    this.timer = setTimeout(() => void this.checkWhenDue(), ms);
    this.timer.unref();
  }

  private async checkWhenDue(): Promise<void> {
    try {
      const source = await this.source();
      if (source !== null && (await this.describe()).daily) {
        await this.check(source);
        this.services.announce(await this.describe());
      }
    } catch (error) {
      this.services.report('updates', error);
    }
    if (this.timer) this.wait(DAY_MS);
  }
}

function noUpdateSourceProblem(): ProblemError {
  return new ProblemError({
    code: 'no-update-source',
    title: 'This build does not check for newer versions',
    meaning: 'It was made without an address to ask. Nothing was sent.',
    nextStep: 'Ask who gave you this app.',
    detail: null,
  });
}
