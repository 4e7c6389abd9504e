import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveFolder } from '@shared/requests/live-folder';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { RemovedRequest, RequestStore } from '../request-store';
import { contentOf, toRequestText } from '../request-text';
import { updateRequestText, withId } from '../update-request-text';
import { allOrNone, type Undo } from './all-or-none';
import { FolderSigns } from './folder-signs';
import type { WatchServices } from './folder-watch';
import { derivedId, entriesOf, type LiveEntries, type LiveEntry } from './live-entries';
import { changedOnDisk, folderGone, notRemoved, stillReading, unreadableFile } from './live-problems';
import { withLocalPart, type LocalParts } from './local-parts';
import { revisionOf, type LiveFile } from './read-live-file';
import { RememberedRequests } from './remembered-requests';
import { scanFolder } from './scan-folder';
import { freePath, isFreePath, takeLiveFile, writeLiveFile } from './write-live-file';

export interface LiveFolderOptions {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The profile that was active when it was opened: nobody has looked at its requests yet. */
  readonly profileId: string;
}

export interface LiveFolderServices {
  readonly local: LocalParts;
  /** Keeps a secret that was found in a file in memory; gives its id. */
  readonly keepSecret: (value: string) => string;
  /** The request with such secrets in the keychain: its file will not have them any more. */
  readonly storeTyped: (request: SavedRequest) => Promise<SavedRequest>;
  /** Ids of saved requests that are not in this folder. */
  readonly idsElsewhere: () => Promise<ReadonlySet<string>>;
  /** Told when there is something else to see. */
  readonly onChange: () => void;
  readonly report: (error: unknown) => void;
  readonly watching?: WatchServices;
}

/** A folder on disk that is the store of a folder of saved requests: its files are the truth. */
export class LiveFolderStore implements RequestStore {
  private files: ReadonlyMap<string, LiveFile> = new Map();
  private entries: LiveEntries = { byId: new Map(), broken: [], remarks: [] };
  private holders = new Map<string, string>();
  private readonly remembered = new RememberedRequests();
  /** Saved here: what comes from the database is there, too, until it is here. */
  private readonly arrived = new Set<string>();
  /** Removed here: of what goes to the database, a copy of its file that stays is another request. */
  private readonly left = new Set<string>();
  private notes: readonly string[] = [];
  private problem: Problem | null = null;
  private readonly signs: FolderSigns;
  private queue: Promise<unknown> = Promise.resolve();
  /** For the first time, which may take long on a network. */
  private looked = false;
  private closed = false;

  constructor(
    readonly options: LiveFolderOptions,
    private readonly services: LiveFolderServices,
  ) {
    this.signs = new FolderSigns(
      options.path,
      () => void this.look().catch(services.report),
      services.watching,
    );
  }

  describe(): LiveFolder {
    const { id, name, path } = this.options;
    const { broken, remarks } = this.entries;
    return {
      ...{ id, name, path, broken, remarks },
      problem: this.problem ?? (this.looked ? null : stillReading(path)),
      polled: this.signs.polled,
      notes: this.notes,
    };
  }

  /** Looks at the whole folder, and watches it from now on. */
  async open(): Promise<void> {
    await this.look();
  }

  close(): void {
    this.closed = true;
    this.signs.close();
  }

  /** Resolves when what was begun is on the disk. */
  settled(): Promise<unknown> {
    return this.queue;
  }

  /** Looks again; whoever shows the folder is told when it is another now. */
  async look(): Promise<void> {
    if (this.closed) return;
    const before = this.digest();
    await this.inTurn(() => this.scan());
    if (!this.closed && this.digest() !== before) this.services.onChange();
  }

  async all(): Promise<SavedRequest[]> {
    const parts = await this.services.local.of(this.options.id);
    return Promise.all(
      [...this.entries.byId.values()].map(({ id, request }) => withLocalPart(request, parts.get(id))),
    );
  }

  /** Also one whose file is gone: it says so. */
  async find(id: string): Promise<SavedRequest | null> {
    const request = this.entries.byId.get(id)?.request ?? this.remembered.findGone(id);
    if (request === undefined) return null;
    return withLocalPart(request, (await this.services.local.of(this.options.id)).get(id));
  }

  has(id: string): boolean {
    return this.entries.byId.has(id);
  }

  ids(): readonly string[] {
    return [...this.entries.byId.keys()];
  }

  rootOf(folder: string): Promise<string | null> {
    return Promise.resolve(this.inside(folder) === null ? null : this.options.name);
  }

  async put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest> {
    const saved = { ...request, id: request.id ?? randomUUID() };
    await this.putAll([saved]);
    return (await this.find(saved.id)) ?? saved;
  }

  /** All or none, each file whole; nothing is written when one of them was changed outside. */
  async putAll(requests: readonly SavedRequest[]): Promise<void> {
    await this.changing(async (undo) => {
      const changed = requests.filter((request) => this.isAnother(request));
      for (const request of changed) this.check(request);
      const parts = await this.services.local.of(this.options.id);
      const kept: SavedRequest[] = [];
      for (const request of requests) {
        if (!this.arrived.has(request.id)) undo.push(async () => void this.arrived.delete(request.id));
        this.arrived.add(request.id);
        this.left.delete(request.id);
        const isChanged = changed.includes(request);
        const safe = isChanged ? await this.services.storeTyped(request) : request;
        if (isChanged) undo.push(await this.write(safe));
        kept.push(safe);
      }
      await this.services.local.keep(this.options.id, kept, parts);
    });
  }

  /** All of their files or none, and what of them is this computer's alone. */
  async remove(requests: readonly RemovedRequest[]): Promise<void> {
    await this.changing(async (undo) => {
      for (const { id, file } of requests) {
        const entry = this.entries.byId.get(id);
        this.arrived.delete(id);
        this.remembered.forget(id);
        if (entry === undefined) continue;
        const text = await readFile(join(this.options.path, entry.path), 'utf8');
        if (revisionOf(text) !== (file ?? entry).revision) throw notRemoved(entry.path);
        this.remembered.noteRemoved(id, entry.request, text);
        undo.push(await takeLiveFile(this.options.path, entry.path, text));
        this.left.add(id);
        undo.push(async () => void this.left.delete(id));
      }
      await this.services.local.forget(requests.map(({ id }) => id));
    });
  }

  /** Writes an id of its own into a request's file. */
  async giveId(id: string): Promise<void> {
    await this.changing(async () => {
      const entry = this.entries.byId.get(id);
      if (entry === undefined) return;
      const place = { from: entry, to: entry.path };
      await writeLiveFile(this.options.path, place, (before) => withId(before ?? '', entry.fileId));
      this.holders.set(entry.fileId, entry.path);
    });
  }

  /** @returns the app's folder as the path inside; null for another one. */
  inside(folder: string): string | null {
    const { name } = this.options;
    if (folder === name) return '';
    return folder.startsWith(`${name}/`) ? folder.slice(name.length + 1) : null;
  }

  /** One after the other, looks and changes alike. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.queue.then(act);
    this.queue = done.catch(() => undefined);
    return done;
  }

  private async changing(act: (undo: Undo[]) => Promise<void>): Promise<void> {
    const before = this.digest();
    if (!this.looked) throw new ProblemError(stillReading(this.options.path));
    try {
      await this.inTurn(async () => {
        await this.scan();
        if (this.problem !== null) throw new ProblemError(this.problem);
        try {
          await allOrNone(this.options.path, act);
        } finally {
          await this.scan();
        }
      });
    } finally {
      if (this.digest() !== before) this.services.onChange();
    }
  }

  private isAnother(request: SavedRequest): boolean {
    const known = this.entries.byId.get(request.id)?.request;
    return (
      known === undefined ||
      known.folder !== request.folder ||
      JSON.stringify(contentOf(known, false)) !== JSON.stringify(contentOf(request, false))
    );
  }

  /** Nothing that somebody has changed outside is written over. */
  private check(request: SavedRequest): void {
    const entry = this.entries.byId.get(request.id);
    if (entry === undefined) {
      const broken = this.entries.broken.find(({ file }) => file === request.file?.path);
      if (broken !== undefined) throw unreadableFile(broken.file, broken.why);
    } else if (request.file !== undefined && request.file.revision !== entry.revision)
      throw changedOnDisk(entry.path);
  }

  private async write(request: SavedRequest): Promise<Undo> {
    const entry = this.entries.byId.get(request.id);
    const to = await this.pathFor(request, entry);
    const inFile = { ...request, id: entry?.fileId ?? request.id };
    const undo = await writeLiveFile(this.options.path, { from: entry ?? null, to }, (before) => {
      const known = before ?? this.remembered.textOf(request.id);
      return known === undefined ? toRequestText([inFile], false) : updateRequestText(known, inFile);
    });
    this.holders.set(inFile.id, to);
    return undo;
  }

  /** Its own file, whatever somebody has called it, until it has another name or folder in the app. */
  private async pathFor(request: SavedRequest, entry: LiveEntry | undefined): Promise<string> {
    const { id } = request;
    // What the window says of its file is not asked: it may say any path.
    const before = entry?.request ?? this.remembered.find(id);
    const known = before?.file?.path;
    const stays = before?.name === request.name && before.folder === request.folder;
    const isFree = (path: string): Promise<boolean> =>
      isFreePath(this.options.path, path, entry?.path, this.files.keys());
    if (stays && known !== undefined && (await isFree(known))) return known;
    return freePath(request, this.inside(request.folder) ?? '', isFree);
  }

  private async scan(): Promise<void> {
    try {
      await this.read();
    } finally {
      this.looked = true;
    }
  }

  private async read(): Promise<void> {
    const { path: root, id, name, profileId } = this.options;
    const services = {
      ...{ name, profileId, keepSecret: this.services.keepSecret },
      idFor: (path: string) => derivedId(id, path),
    };
    let found;
    try {
      found = await scanFolder(root, this.files, services);
    } catch (error) {
      return this.loseRoot(folderGone(root, error));
    }
    this.problem = null;
    this.notes = found.notes;
    await this.adopt(found.files);
    await this.signs.follow(found.folders);
  }

  private async adopt(files: ReadonlyMap<string, LiveFile>): Promise<void> {
    // Without the database nobody else has ids.
    const others = await this.services.idsElsewhere().catch((): ReadonlySet<string> => new Set());
    const before = this.entries.byId;
    // One that leaves for the database is in both for a moment, under the id that it has.
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

  private loseRoot(problem: Problem): void {
    const before = this.entries.byId;
    this.problem = problem;
    this.files = new Map();
    this.entries = { byId: new Map(), broken: [], remarks: [] };
    this.notes = [];
    this.remembered.follow(before, this.entries.byId);
    this.signs.wait();
  }

  private digest(): string {
    return JSON.stringify([
      this.describe(),
      [...this.entries.byId].map(([id, { path, revision }]) => [id, path, revision]),
    ]);
  }
}
