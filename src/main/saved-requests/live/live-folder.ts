import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveFolder } from '@shared/requests/live-folder';
import { ProblemError } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { TaskQueue } from '@shared/task-queue';
import type { RemovedRequest, RequestStore } from '../request-store';
import { contentOf } from '../request-text';
import { folderWithoutCards, nameWithoutCards, withoutKnown } from '../store-secrets';
import { allOrNone, type Undo } from './all-or-none';
import { FolderSigns } from './folder-signs';
import { textToWrite } from './ask-live';
import { whenGitIsDone } from './git-lock';
import { LiveContents, type LiveFolderOptions, type LiveFolderServices } from './live-contents';
import type { LiveEntry } from './live-entries';
import { changedOnDisk, notRemoved, notWritten, stillReading, unreadableFile } from './live-problems';
import { revisionOf } from './live-texts';
import { withLocalPart } from './local-parts';
import { freePath, isFreePath, takeLiveFile, writeLiveFile } from './write-live-file';

/** How often a path is tried that somebody else has just taken: nobody makes files that often. */
const MAX_ATTEMPTS = 10;

/** A folder on disk as the store of a folder of saved requests: its files are the truth. */
export class LiveFolderStore implements RequestStore {
  private readonly contents: LiveContents;
  private readonly signs: FolderSigns;
  /** Looks and changes run one after the other. */
  private readonly steps = new TaskQueue();
  private readonly closing = new AbortController();

  constructor(
    readonly options: LiveFolderOptions,
    private readonly services: LiveFolderServices,
  ) {
    this.signs = new FolderSigns(
      options.path,
      () => void this.look().catch(services.report),
      services.watching,
    );
    this.contents = new LiveContents(options, services, this.signs);
  }

  /** True if a drive is mounted there. */
  get isMount(): boolean {
    return this.contents.root.isMount;
  }

  describe(): LiveFolder {
    return this.contents.describe();
  }

  /** Looks at the whole folder and starts watching it. */
  async open(): Promise<void> {
    await this.look();
  }

  close(): void {
    this.closing.abort();
    this.signs.close();
  }

  /** Resolves when everything begun so far is on disk. */
  settled(): Promise<void> {
    return this.steps.settled();
  }

  /** Looks again, and tells whoever shows the folder if anything has changed. */
  async look(): Promise<void> {
    const { signal } = this.closing;
    if (signal.aborted) return;
    const before = this.contents.digest();
    await this.steps.run(() => this.contents.read(signal));
    if (!signal.aborted && this.contents.digest() !== before) this.services.onChange();
  }

  async all(): Promise<SavedRequest[]> {
    const parts = await this.services.local.of(this.options.id);
    return Promise.all(
      [...this.contents.entries.byId.values()].map(({ id, request }) =>
        withLocalPart(request, parts.get(id)),
      ),
    );
  }

  /** Also finds a request whose file is gone: it says so. */
  async find(id: string): Promise<SavedRequest | null> {
    const request = this.contents.entries.byId.get(id)?.request ?? this.contents.remembered.findGone(id);
    if (request === undefined) return null;
    return withLocalPart(request, (await this.services.local.of(this.options.id)).get(id));
  }

  has(id: string): boolean {
    return this.contents.entries.byId.has(id);
  }

  ids(): readonly string[] {
    return [...this.contents.entries.byId.keys()];
  }

  rootOf(folder: string): Promise<string | null> {
    return Promise.resolve(this.inside(folder) === null ? null : this.options.name);
  }

  async put(request: Omit<SavedRequest, 'id'> & { readonly id: string | null }): Promise<SavedRequest> {
    const saved = { ...request, id: request.id ?? randomUUID() };
    await this.putAll([saved]);
    return (await this.find(saved.id)) ?? saved;
  }

  /** Saves all or none, each file as a whole. Nothing is written if one of them was changed outside. */
  async putAll(given: readonly SavedRequest[]): Promise<void> {
    // Names of files and folders are what requests and folders are called.
    const requests = given.map((request) => ({
      ...request,
      name: nameWithoutCards(request.name),
      folder: folderWithoutCards(request.folder),
    }));
    await this.changing(async (undo) => {
      const changed = requests.filter((request) => this.isAnother(request));
      for (const request of changed) this.check(request);
      const parts = await this.services.local.of(this.options.id);
      const kept: SavedRequest[] = [];
      for (const request of requests) {
        if (!this.contents.arrived.has(request.id))
          undo.push(async () => void this.contents.arrived.delete(request.id));
        this.contents.arrived.add(request.id);
        this.contents.left.delete(request.id);
        const isChanged = changed.includes(request);
        const stays = this.contents.entries.byId.get(request.id)?.request.folder === request.folder;
        const place = stays ? request.folder : this.options.name;
        const safe = isChanged
          ? (await withoutKnown(await this.services.storeTyped(request), this.services, place)).request
          : request;
        if (isChanged) undo.push(await this.write(safe));
        kept.push(safe);
      }
      await this.services.local.keep(this.options.id, kept, parts);
    });
  }

  /** Removes all of their files or none, and the parts of them that only this computer has. */
  async remove(requests: readonly RemovedRequest[]): Promise<void> {
    await this.changing(async (undo) => {
      for (const { id, file } of requests) {
        const entry = this.contents.entries.byId.get(id);
        this.contents.arrived.delete(id);
        this.contents.remembered.forget(id);
        if (entry === undefined) continue;
        const text = await readFile(join(this.options.path, entry.path), 'utf8');
        if (revisionOf(text) !== (file ?? entry).revision) throw notRemoved(entry.path);
        this.contents.remembered.noteRemoved(id, entry.request, text);
        undo.push(await takeLiveFile(this.options.path, entry.path, text));
        this.contents.left.add(id);
        undo.push(async () => void this.contents.left.delete(id));
      }
      await this.services.local.forget(requests.map(({ id }) => id));
    });
  }

  /** Writes a request's own id into its file. */
  async giveId(id: string): Promise<void> {
    await this.changing(async () => {
      const entry = this.contents.entries.byId.get(id);
      if (entry === undefined) return;
      const place = { from: entry, to: entry.path };
      await writeLiveFile(this.options.path, place, (before) =>
        textToWrite(entry.path, { kind: 'give-id', text: before ?? '', id: entry.fileId }, this.services.ask),
      );
      this.contents.holders.set(entry.fileId, entry.path);
    });
  }

  /** @returns the path of the app's folder inside this folder on disk; null if it is not in it. */
  inside(folder: string): string | null {
    const { name } = this.options;
    if (folder === name) return '';
    return folder.startsWith(`${name}/`) ? folder.slice(name.length + 1) : null;
  }

  private async changing(act: (undo: Undo[]) => Promise<void>): Promise<void> {
    const before = this.contents.digest();
    if (!this.contents.looked) throw new ProblemError(stillReading(this.options.path));
    try {
      await this.steps.run(async () => {
        await whenGitIsDone(this.options.path);
        await this.contents.read();
        if (this.contents.problem !== null) throw new ProblemError(this.contents.problem);
        try {
          await allOrNone(this.options.path, act);
        } finally {
          await this.contents.read();
        }
      });
    } finally {
      if (this.contents.digest() !== before) this.services.onChange();
    }
  }

  private isAnother(request: SavedRequest): boolean {
    const known = this.contents.entries.byId.get(request.id)?.request;
    return (
      known === undefined ||
      known.folder !== request.folder ||
      JSON.stringify(contentOf(known, false)) !== JSON.stringify(contentOf(request, false))
    );
  }

  /** Throws a `ProblemError` rather than write over something that somebody has changed outside. */
  private check(request: SavedRequest): void {
    const entry = this.contents.entries.byId.get(request.id);
    if (entry === undefined) {
      const path = request.file?.path ?? '';
      const why = this.contents.whyUnread(path);
      if (why !== null) throw unreadableFile(path, why);
    } else if (request.file !== undefined && request.file.revision !== entry.revision)
      throw changedOnDisk(entry.path);
  }

  private async write(request: SavedRequest, attempts = MAX_ATTEMPTS): Promise<Undo> {
    const entry = this.contents.entries.byId.get(request.id);
    const to = await this.pathFor(request, entry);
    const inFile = { ...request, id: entry?.fileId ?? request.id };
    const place = { from: entry ?? null, to };
    const undo = await writeLiveFile(this.options.path, place, async (before) => {
      const known = before ?? this.contents.remembered.textOf(request.id) ?? null;
      const text = await textToWrite(to, { kind: 'write', text: known, request: inFile }, this.services.ask);
      // Making the text took a while, and the keychain may have waited for the person before.
      await this.contents.root.assertSame();
      return text;
    });
    // Something else took its path meanwhile, so another one is tried.
    if (undo === null && attempts > 1) return this.write(request, attempts - 1);
    if (undo === null) throw changedOnDisk(to);
    this.contents.holders.set(inFile.id, to);
    return undo;
  }

  /** The request's own file, whatever it is called, until the request has another name or folder in the app. */
  private async pathFor(request: SavedRequest, entry: LiveEntry | undefined): Promise<string> {
    const { id } = request;
    // The file that the window names is not used, because it may name any path.
    const before = entry?.request ?? this.contents.remembered.find(id);
    const known = before?.file?.path;
    const stays = before?.name === request.name && before.folder === request.folder;
    const { path: root } = this.options;
    const isFree = (path: string): Promise<boolean> =>
      isFreePath(root, path, entry?.path, this.contents.paths()).catch((error: unknown) => {
        throw notWritten(join(root, path), error);
      });
    if (stays && known !== undefined && (await isFree(known))) return known;
    return freePath(request, this.inside(request.folder) ?? '', isFree);
  }
}
