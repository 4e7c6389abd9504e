import { readFileSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z, type ZodType } from 'zod';
import { ProblemError } from '@shared/problem';
import { TaskQueue } from '@shared/task-queue';
import { fileTrouble } from '@shared/text/file-trouble';
import { messageOf } from '@shared/text/message-of';
import { writeFileAtomically } from './atomic-file';
import { describeShape } from './describe-issue';
import { isMissing } from './file-errors';
import { moveDamagedFile } from './move-damaged-file';

export interface VersionedJsonFileOptions<T> {
  readonly path: string;
  /** What the file holds, in a person's words: `profiles`. */
  readonly what: string;
  /** The version that is written, as `version` next to the content. */
  readonly version: number;
  readonly schema: ZodType<T>;
  /** Converts from each older version to the next one, by the older one's number. */
  readonly migrations?: Readonly<Record<number, (content: unknown) => unknown>>;
  /** The content if there is no file. */
  readonly fresh: () => T;
  /**
   * True if a change that cannot be written still counts until the app ends, and the notice says so; it is written
   * with the next change. Otherwise the change is refused.
   */
  readonly holdsUnwritten?: boolean;
  /**
   * True if the file belongs to somebody else (for the command line: to the app). One that cannot be understood is
   * left where it is and never changed.
   */
  readonly leavesDamaged?: boolean;
  readonly now?: () => Date;
}

/** The file is read only once, and zod takes longer to compile a parser first than to parse the file. */
const ONCE = { jitless: true };

const envelope = z.object({ version: z.number().int().positive(), content: z.unknown() });

type Newer = z.infer<typeof envelope>;
type Understood<T> =
  | { readonly ok: true; readonly content: T }
  | { readonly ok: false; readonly why: string; readonly newer?: Newer };

/**
 * A small versioned JSON file that is held in memory. Changes are queued, so that none is lost, and written
 * atomically before they count (except with `holdsUnwritten`). A file that cannot be understood is set aside, never
 * overwritten; one that cannot be read is left alone, and nothing is written over it. A file from a newer version of
 * the app is read as far as this version understands it, and never changed.
 */
export class VersionedJsonFile<T> {
  private loading: Promise<T> | null = null;
  private readonly changes = new TaskQueue();
  /** Why the file must not be overwritten; null if it may be. */
  private locked: string | null = null;
  private isNewer = false;
  /** The version of the file on disk, if it is an older one. */
  private olderVersion: number | null = null;
  private trouble: string | null = null;
  /** Why a change that counts is not written yet. */
  private unwritten: { readonly words: string; readonly detail: string } | null = null;

  constructor(private readonly options: VersionedJsonFileOptions<T>) {}

  /**
   * Messages for the person if the file was set aside or cannot be used, otherwise null. Only known once the file has
   * been read.
   */
  get notice(): string | null {
    const notices = [this.trouble, this.unwritten?.words].filter((notice) => typeof notice === 'string');
    return notices.length === 0 ? null : notices.join(' ');
  }

  /** The raw error behind the notice; null if there is none. */
  get detail(): string | null {
    return this.unwritten?.detail ?? null;
  }

  read(): Promise<T> {
    this.loading ??= this.load();
    return this.loading;
  }

  /** The content after all changes requested so far have been made or refused. */
  async readChanged(): Promise<T> {
    await this.changes.settled();
    return this.read();
  }

  /** Changes the content. `change` gets the newest content; if it throws a `ProblemError`, everything stays as it was. */
  change(change: (content: T) => T): Promise<T> {
    return this.changes.run(async () => {
      const before = await this.read();
      const after = change(before);
      if (after === before) return before;
      await this.write(after);
      this.loading = Promise.resolve(after);
      return after;
    });
  }

  private async write(content: T): Promise<void> {
    const { path, what, version } = this.options;
    if (this.locked !== null) throw this.cannotWrite(this.locked);
    try {
      // Keeps a copy of the older app's file, for going back to that version.
      if (this.olderVersion !== null) await copyFile(path, `${path}.version-${this.olderVersion}`);
      this.olderVersion = null;
      await writeFileAtomically(path, `${JSON.stringify({ version, content }, null, 2)}\n`);
      this.unwritten = null;
    } catch (error) {
      if (this.options.holdsUnwritten !== true)
        throw this.cannotWrite(messageOf(error), ` (${fileTrouble(error)})`);
      this.unwritten = {
        words: `The ${what} could not be saved (${fileTrouble(error)}). The change holds until the app ends. Make sure that the disk has room and that you may write ${path}; the next change saves this one, too.`,
        detail: messageOf(error),
      };
    }
  }

  private cannotWrite(detail: string, why = ''): ProblemError {
    const { path, what } = this.options;
    return new ProblemError({
      code: 'cannot-write-file',
      title: `The ${what} could not be saved`,
      meaning: `Nothing was changed: "${path}" could not be written${why}.`,
      nextStep: this.isNewer
        ? 'Start the newer version of the app, and change it there.'
        : 'Make sure that the disk has room and that you may write in this folder, then try again.',
      detail,
    });
  }

  private async load(): Promise<T> {
    const { path, what, fresh } = this.options;
    let text: string;
    try {
      // Small, and read once. While Chromium starts, each asynchronous step would wait for a turn of its loop, which
      // delayed the window by 10 ms or more.
      const found = statSync(path);
      // Reading a pipe or a device may never end, and nothing else runs meanwhile. For a folder, reading gives its own error.
      if (!found.isFile() && !found.isDirectory()) throw new Error('it is not a file');
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return fresh();
      this.locked = 'The file cannot be read, and is not overwritten.';
      this.trouble = `The file of ${what}, ${path}, could not be read (${messageOf(error)}). It is not used, and changes cannot be saved.`;
      return fresh();
    }
    const understood = this.understand(text);
    if (understood.ok) return understood.content;
    if (understood.newer) return this.keepNewer(understood.newer);
    await this.putAside(understood.why);
    return fresh();
  }

  /** Uses the parts that fit this version's schema; the newer app will still find the whole file. */
  private keepNewer({ version, content }: Newer): T {
    const { path, what, schema, fresh } = this.options;
    const known = schema.safeParse(content, ONCE);
    this.isNewer = true;
    this.locked = 'A newer version of this app has written the file, and it is not overwritten.';
    this.trouble = `The file of ${what}, ${path}, was written by a newer version of this app (version ${version} of the file). It is left as it is: ${known.success ? 'what this version understands of it is used' : 'this version cannot use it'}, and changes cannot be saved. Start the newer version to change it.`;
    return known.success ? known.data : fresh();
  }

  private async putAside(why: string): Promise<void> {
    const { path, what, now, leavesDamaged } = this.options;
    if (leavesDamaged === true) {
      this.locked = 'The file cannot be understood, and is not overwritten.';
      this.trouble = `The file of ${what}, ${path}, could not be understood (${why}). It is left as it is: correct it, or start the app, which sets it aside and begins a new one.`;
      return;
    }
    try {
      const aside = await moveDamagedFile(path, now?.() ?? new Date());
      this.trouble = `The file of ${what} could not be understood (${why}). It was set aside as ${aside}, and the app starts with a new one.`;
    } catch (error) {
      this.locked = 'The file cannot be understood, and is not overwritten.';
      this.trouble = `The file of ${what}, ${path}, could not be understood (${why}) nor set aside in ${dirname(path)} (${messageOf(error)}). Changes cannot be saved.`;
    }
  }

  private understand(text: string): Understood<T> {
    let json: unknown;
    try {
      // Some editors write a byte order mark.
      json = JSON.parse(text.replace(/^\ufeff/, ''));
    } catch {
      return { ok: false, why: 'it is not JSON' };
    }
    const outer = envelope.safeParse(json, ONCE);
    if (!outer.success) return { ok: false, why: 'it has no “version” and “content”' };
    const { version, migrations, schema } = this.options;
    if (outer.data.version > version) {
      return { ok: false, why: 'a newer app has written it', newer: outer.data };
    }
    try {
      let content = outer.data.content;
      for (let from = outer.data.version; from < version; from += 1) {
        const migrate = migrations?.[from];
        if (!migrate) return { ok: false, why: `version ${from} is unknown` };
        content = migrate(content);
      }
      const parsed = schema.parse(content, ONCE);
      if (outer.data.version < version) this.olderVersion = outer.data.version;
      return { ok: true, content: parsed };
    } catch (error) {
      return {
        ok: false,
        why: error instanceof z.ZodError ? describeShape(error) : messageOf(error),
      };
    }
  }
}
