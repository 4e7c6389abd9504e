import { join } from 'node:path';
import { isLeftOut, type LeftOut, type LiveFolder } from '@shared/requests/live-folder';
import type { Problem } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { AskLive } from './ask-live';
import { FolderRoot } from './folder-root';
import type { FolderSigns } from './folder-signs';
import type { WatchServices } from './folder-watch';
import { derivedId, entriesOf, type LiveEntries } from './live-entries';
import { folderGone, otherFolder, stillReading } from './live-problems';
import type { LocalParts } from './local-parts';
import { stampOf, type LiveFile } from './read-live-file';
import { removeOldPartials } from '../../files/old-partials';
import { RememberedRequests } from './remembered-requests';
import { scanFolder } from './scan-folder';

export interface LiveFolderOptions {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The profile that was active when the folder was opened, for requests that nobody has looked at yet. */
  readonly profileId: string;
  /** True if a drive was mounted there when it was opened. */
  readonly isMount?: boolean | undefined;
}

export interface LiveFolderServices {
  readonly local: LocalParts;
  /** Keeps a secret that was found in a file in memory, and returns its id. */
  readonly keepSecret: (value: string) => string;
  /** Moves such secrets of a request to the keychain, because its file will no longer have them. */
  readonly storeTyped: (request: SavedRequest) => Promise<SavedRequest>;
  /** Every secret that must not get into a file. */
  readonly known: () => Promise<readonly string[]>;
  /** Ids of saved requests outside of this folder. */
  readonly idsElsewhere: () => Promise<ReadonlySet<string>>;
  /** Called when there is something new to see. */
  readonly onChange: () => void;
  readonly report: (error: unknown) => void;
  readonly ask: AskLive;
  readonly watching?: WatchServices;
}

/** What a folder on disk held when it was last looked at, and which file each request belongs to. */
export class LiveContents {
  private files: ReadonlyMap<string, LiveFile> = new Map();
  entries: LiveEntries = NOTHING;
  /** Which file has which id. */
  readonly holders = new Map<string, string>();
  readonly remembered = new RememberedRequests();
  readonly root: FolderRoot;
  /**
   * Ids of requests that were saved here: one that comes from the database is still there as well, until it was read
   * here.
   */
  readonly arrived = new Set<string>();
  /**
   * Ids of requests that were removed here: after a move to the database, a copy of the file that is still here is
   * another request.
   */
  readonly left = new Set<string>();
  private leftOut: readonly LeftOut[] = [];
  problem: Problem | null = null;
  /** True after the first look, which may take long on a network. */
  looked = false;

  constructor(
    private readonly options: LiveFolderOptions,
    private readonly services: LiveFolderServices,
    private readonly signs: FolderSigns,
  ) {
    this.root = new FolderRoot(options.path, options.isMount === true);
  }

  describe(): LiveFolder {
    const { id, name, path } = this.options;
    const { broken, remarks } = this.entries;
    return {
      ...{ id, name, path, broken, remarks },
      problem: this.problem ?? (this.looked ? null : stillReading(path)),
      polled: this.signs.polled,
      leftOut: this.leftOut,
    };
  }

  /** Changes when there is something new to see. */
  digest(): string {
    return JSON.stringify([
      this.describe(),
      [...this.entries.byId].map(([id, { path, revision }]) => [id, path, revision]),
    ]);
  }

  /** Why a file cannot be read as things are, in a sentence; null if it can, or is not there. */
  whyUnread(path: string): string | null {
    const left = this.leftOut.find((one) => isLeftOut(path, one));
    return (
      this.entries.broken.find(({ file }) => file === path)?.why ??
      (left ? `${left.path}: ${left.why}` : null)
    );
  }

  /** Paths of all files, valid or not. */
  paths(): Iterable<string> {
    return this.files.keys();
  }

  /** @param signal ends the reading; everything stays as it was. */
  async read(signal?: AbortSignal): Promise<void> {
    try {
      await this.readAll(signal);
    } finally {
      this.looked = true;
    }
  }

  private async readAll(signal?: AbortSignal): Promise<void> {
    const { path: root, id, name, profileId } = this.options;
    const { keepSecret, ask } = this.services;
    const services = {
      ...{ place: { name, profileId }, keepSecret, ask, signal },
      idFor: (path: string) => derivedId(id, path),
    };
    let found;
    try {
      await this.root.look();
      found = await scanFolder(root, this.files, services);
    } catch (error) {
      if (signal?.aborted === true) return;
      return this.loseRoot(folderGone(root, error));
    }
    if (this.root.isOther(found.files.size)) return this.loseRoot(otherFolder(root));
    if (!this.looked) await removeOldPartials(root, found.partials);
    this.problem = null;
    this.leftOut = found.leftOut;
    await this.adopt(found.files);
    this.leftOut = [...found.leftOut, ...(await this.pushedOut(found.rest))];
    await this.signs.follow(found.folders);
  }

  private async adopt(files: ReadonlyMap<string, LiveFile>): Promise<void> {
    // If the database cannot be read, nobody else has ids.
    const others = await this.services.idsElsewhere().catch((): ReadonlySet<string> => new Set());
    const before = this.entries.byId;
    // A request that moves to the database is in both for a moment, under the same id.
    const isHere = (id: string): boolean => this.arrived.has(id) || (before.has(id) && !this.left.has(id));
    const elsewhere = new Set([...others].filter((id) => !isHere(id)));
    this.files = files;
    this.entries = entriesOf(this.options, [...files.values()], this.holders, elsewhere);
    for (const { id, path, fileId } of this.entries.byId.values()) {
      this.holders.set(fileId, path);
      this.arrived.delete(id);
    }
    this.remembered.follow(before, this.entries.byId);
  }

  /**
   * Files of requests that were read before and are there, but over a limit now, because others were added before them.
   * @param rest see `RequestFiles`.
   */
  private async pushedOut(rest: string | null): Promise<readonly LeftOut[]> {
    if (rest === null) return [];
    const paths = this.remembered
      .gonePaths()
      .filter((path) => !this.files.has(path) && this.whyUnread(path) === null);
    const stamps = await Promise.all(
      paths.map((path) => stampOf(join(this.options.path, path)).catch(() => null)),
    );
    return paths.filter((_, at) => stamps[at] !== null).map((path) => ({ path, why: rest }));
  }

  private loseRoot(problem: Problem): void {
    const before = this.entries.byId;
    this.problem = problem;
    this.files = new Map();
    this.entries = NOTHING;
    this.leftOut = [];
    this.remembered.follow(before, this.entries.byId);
    this.signs.wait();
  }
}

const NOTHING: LiveEntries = { byId: new Map(), broken: [], remarks: [] };
