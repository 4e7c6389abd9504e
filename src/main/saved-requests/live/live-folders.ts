import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { z } from 'zod';
import type { LiveFolder } from '@shared/requests/live-folder';
import { folderProblem } from '@shared/requests/saved-requests';
import { withTimeLimit } from '../../calls/wait';
import { VersionedJsonFile } from '../../files/versioned-json-file';
import type { LiveFolderServices } from './live-contents';
import { folderWithoutCards } from '../store-secrets';
import { LiveFolderStore } from './live-folder';
import { cannotOpen } from './live-problems';

const MAX_OPEN = 20;
/** How long the saved requests wait for a folder, in ms. */
const LIMIT_MS = 3_000;

const folder = z.object({
  id: z.string().uuid(),
  name: z.string().min(1),
  path: z.string().min(1),
  profileId: z.string().min(1),
  isMount: z.boolean().optional(),
});
const schema = z.object({ folders: z.array(folder) });

export interface LiveFoldersServices extends Omit<
  LiveFolderServices,
  'idsElsewhere' | 'onChange' | 'report'
> {
  /** The file that remembers the open folders. */
  readonly path: string;
  /** Ids of the saved requests outside of live folders. */
  readonly ownIds: () => Promise<readonly string[]>;
  readonly announce: (folders: readonly LiveFolder[]) => void;
  readonly report: (where: string, error: unknown) => void;
  readonly limitMs?: number;
}

/** The open live folders, also after a restart. */
export class LiveFolders {
  private readonly file: VersionedJsonFile<z.infer<typeof schema>>;
  private stores: readonly LiveFolderStore[] = [];
  private started: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly services: LiveFoldersServices) {
    this.file = new VersionedJsonFile({
      path: services.path,
      what: 'folders on disk',
      version: 1,
      schema,
      fresh: () => ({ folders: [] }),
    });
  }

  /** The open folders; they are looked at for the first time when somebody asks. */
  async all(): Promise<readonly LiveFolderStore[]> {
    this.started ??= this.start();
    await this.started;
    return this.stores;
  }

  async describe(): Promise<readonly LiveFolder[]> {
    return (await this.all()).map((store) => store.describe());
  }

  /** The folder on disk that a folder of the app is in; null for a folder of the database. */
  async holding(appFolder: string): Promise<LiveFolderStore | null> {
    return (await this.all()).find((store) => store.inside(appFolder) !== null) ?? null;
  }

  /** @param taken names of the app's folders at the top level. */
  async open(chosen: string, profileId: string, taken: readonly string[]): Promise<void> {
    const path = await realpath(chosen);
    const open = await this.all();
    if (open.length >= MAX_OPEN) throw cannotOpen(`At most ${MAX_OPEN} folders on disk are open at a time.`);
    const around = open.find(({ options }) => isWithin(path, options.path) || isWithin(options.path, path));
    if (around !== undefined)
      throw cannotOpen(
        around.options.path === path
          ? `It is open already, as “${around.options.name}”.`
          : `${around.options.path} is open, and one of the two is in the other.`,
      );
    const names = [...taken, ...open.map(({ options }) => options.name)];
    const options = { id: randomUUID(), name: nameFor(path, names), path, profileId };
    const store = this.storeFor(options);
    await this.withinLimit(store.open());
    const { problem } = store.describe();
    // A folder with thousands of files appears when it has been read.
    if (problem !== null && problem.code !== 'live-folder-slow') {
      store.close();
      throw cannotOpen(`${problem.meaning} ${problem.detail ?? ''}`.trim());
    }
    await this.file.change(({ folders }) => ({
      folders: [...folders, { ...options, isMount: store.isMount }],
    }));
    this.stores = [...this.stores, store];
    this.tell();
  }

  /** Closes a folder; its files stay. Returns the ids of secrets that nothing refers to now. */
  async close(id: string): Promise<readonly string[]> {
    const store = (await this.all()).find(({ options }) => options.id === id);
    if (store === undefined) return [];
    await this.file.change(({ folders }) => ({ folders: folders.filter((one) => one.id !== id) }));
    store.close();
    this.stores = this.stores.filter((one) => one !== store);
    const secrets = await this.services.local.forgetFolder(id);
    this.tell();
    return secrets;
  }

  /** Looks at the folders again, without waiting for a sign. */
  async look(id?: string): Promise<void> {
    for (const store of await this.all())
      if (id === undefined || store.options.id === id) await this.withinLimit(store.look());
  }

  /** Stops watching, and resolves when what was begun is written. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const store of this.stores) store.close();
    await Promise.all(this.stores.map((store) => store.settled()));
  }

  private async start(): Promise<void> {
    const { folders } = await this.file.read();
    if (this.stopped) return;
    const names = folders.map(({ name }) => name);
    this.stores = folders.map((options) =>
      this.storeFor({ ...options, name: withoutCards(options.name, names) }),
    );
    // One after the other: if two have the same IDs, as two clones have, the first keeps them.
    for (const store of this.stores) await this.withinLimit(store.open());
  }

  /** Nobody waits longer for a drive that does not answer; the result is announced when it comes. */
  private async withinLimit(looking: Promise<void>): Promise<void> {
    const told = looking.catch((error: unknown) => this.services.report('folders on disk', error));
    await withTimeLimit(told, this.services.limitMs ?? LIMIT_MS, undefined);
  }

  private storeFor(options: z.infer<typeof folder>): LiveFolderStore {
    return new LiveFolderStore(options, {
      ...this.services,
      idsElsewhere: async () => {
        const others = this.stores.filter((store) => store.options.id !== options.id);
        return new Set([...(await this.services.ownIds()), ...others.flatMap((store) => store.ids())]);
      },
      onChange: () => this.tell(),
      report: (error) => this.services.report('folders on disk', error),
    });
  }

  private tell(): void {
    this.services.announce(this.stores.map((store) => store.describe()));
  }
}

function isWithin(path: string, folderPath: string): boolean {
  return path === folderPath || path.startsWith(folderPath.endsWith(sep) ? folderPath : folderPath + sep);
}

/** An older version may have kept a name with card data. */
function withoutCards(name: string, taken: readonly string[]): string {
  return folderWithoutCards(name) === name ? name : nameFor(name, taken);
}

/** The folder's own name if the app can use it, with a number if the name is taken. */
export function nameFor(path: string, taken: readonly string[]): string {
  const plain = folderWithoutCards(basename(path))
    .replace(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]+/gu, '-')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 60)
    .trim();
  const stem = plain === '' || folderProblem(plain) !== null ? 'Folder' : plain;
  const lower = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem} ${number}`;
    if (!lower.has(name.toLowerCase())) return name;
  }
}
