import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveFolder } from '@shared/requests/live-folder';
import type { Problem } from '@shared/problem';
import { ProblemError } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { MAX_BYTES, requestFiles } from '../request-files';
import type { RequestStore } from '../request-store';
import { contentOf, toRequestText } from '../request-text';
import { updateRequestText, withId } from '../update-request-text';
import { FolderSigns } from './folder-signs';
import type { WatchServices } from './folder-watch';
import { derivedId, entriesOf, type LiveEntries, type LiveEntry } from './live-entries';
import { changedOnDisk, folderGone, stillReading, unreadableFile } from './live-problems';
import { withLocalPart, type LocalParts } from './local-parts';
import { lookAtFile, type LiveFile } from './read-live-file';
import { freePath, isFreePath, removeLiveFile, writeLiveFile } from './write-live-file';

/** Requests whose files are gone, for those who have them open. */
const MAX_GONE = 1_000;
/** All of its files together are held in memory. */
const MAX_TOTAL = 200_000_000;

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
  private files = new Map<string, LiveFile>();
  private entries: LiveEntries = { byId: new Map(), broken: [], remarks: [] };
  private holders = new Map<string, string>();
  private readonly gone = new Map<string, SavedRequest>();
  /** Files that were removed here: one that comes back has its place and its comments. */
  private readonly removed = new Map<string, { readonly request: SavedRequest; readonly text: string }>();
  /** Removed here: they are not missed. */
  private readonly forgotten = new Set<string>();
  /** Saved here: what comes from the database is there, too, until it is here. */
  private readonly arrived = new Set<string>();
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
    const request = this.entries.byId.get(id)?.request ?? this.gone.get(id);
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

  /** Each file is written whole; nothing is written when one of them was changed outside. */
  async putAll(requests: readonly SavedRequest[]): Promise<void> {
    await this.changing(async () => {
      const changed = requests.filter((request) => this.isAnother(request));
      for (const request of changed) this.check(request);
      const parts = await this.services.local.of(this.options.id);
      for (const request of requests) {
        const isChanged = changed.includes(request);
        const kept = isChanged ? await this.services.storeTyped(request) : request;
        this.arrived.add(request.id);
        if (isChanged) await this.write(kept);
        await this.services.local.keep(this.options.id, kept, parts.get(kept.id));
      }
    });
  }

  /** Their files; what is known of them here stays for those who have them open, until they are forgotten. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.changing(async () => {
      for (const id of ids) {
        const entry = this.entries.byId.get(id);
        this.forgotten.add(id);
        this.arrived.delete(id);
        if (entry === undefined) continue;
        const text = await readFile(join(this.options.path, entry.path), 'utf8');
        this.removed.set(id, { request: entry.request, text });
        await removeLiveFile(this.options.path, entry.path);
      }
      await this.services.local.forget(ids);
    });
  }

  /** Writes an id of its own into a request's file. */
  async giveId(id: string): Promise<void> {
    await this.changing(async () => {
      const entry = this.entries.byId.get(id);
      if (entry === undefined) return;
      const place = { from: entry.path, to: entry.path };
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

  private async changing(act: () => Promise<void>): Promise<void> {
    const before = this.digest();
    if (!this.looked) throw new ProblemError(stillReading(this.options.path));
    try {
      await this.inTurn(async () => {
        await this.scan();
        if (this.problem !== null) throw new ProblemError(this.problem);
        try {
          await act();
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

  private async write(request: SavedRequest): Promise<void> {
    const entry = this.entries.byId.get(request.id);
    const to = await this.pathFor(request, entry);
    const inFile = { ...request, id: entry?.fileId ?? request.id };
    await writeLiveFile(this.options.path, { from: entry?.path ?? null, to }, (before) => {
      const known = before ?? this.removed.get(request.id)?.text;
      return known === undefined ? toRequestText([inFile], false) : updateRequestText(known, inFile);
    });
    this.removed.delete(request.id);
    this.holders.set(inFile.id, to);
  }

  /** Its own file, whatever somebody has called it, until it has another name or folder in the app. */
  private async pathFor(request: SavedRequest, entry: LiveEntry | undefined): Promise<string> {
    const { id } = request;
    // What the window says of its file is not asked: it may say any path.
    const before = entry?.request ?? this.gone.get(id) ?? this.removed.get(id)?.request;
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
    let found;
    try {
      found = await requestFiles(root);
    } catch (error) {
      return this.loseRoot(folderGone(root, error));
    }
    const services = {
      ...{ name, profileId, keepSecret: this.services.keepSecret },
      idFor: (path: string) => derivedId(id, path),
    };
    const files = new Map<string, LiveFile>();
    const leftOut = [...found.leftOut];
    let total = 0;
    for (const path of found.files) {
      const file = await lookAtFile(root, path, this.files.get(path), services);
      if (file === null) continue;
      total += Math.min(file.size, MAX_BYTES);
      if (total > MAX_TOTAL) {
        leftOut.push({ file: path, why: `${MAX_TOTAL} bytes are read of a folder: the rest is left out.` });
        break;
      }
      files.set(path, file);
    }
    this.problem = null;
    this.notes = leftOut.map(({ file, why }) => `${file}: ${why}`);
    await this.adopt(files);
    await this.signs.follow(found.folders);
  }

  private async adopt(files: Map<string, LiveFile>): Promise<void> {
    // Without the database nobody else has ids.
    const others = await this.services.idsElsewhere().catch((): ReadonlySet<string> => new Set());
    const elsewhere = new Set([...others].filter((id) => !this.arrived.has(id)));
    const before = this.entries.byId;
    this.files = files;
    this.entries = entriesOf(this.options, [...files.values()], this.holders, elsewhere);
    for (const { path, fileId } of this.entries.byId.values()) this.holders.set(fileId, path);
    this.forgetAllBut(before);
  }

  /** Those that were here and are not now are kept for who has them open. */
  private forgetAllBut(before: ReadonlyMap<string, LiveEntry>): void {
    for (const [id, { request }] of before)
      if (!this.entries.byId.has(id) && !this.forgotten.has(id) && request.file !== undefined)
        this.gone.set(id, { ...request, file: { ...request.file, gone: true } });
    for (const id of this.entries.byId.keys()) {
      this.gone.delete(id);
      this.forgotten.delete(id);
    }
    for (const id of this.forgotten) this.gone.delete(id);
    for (const id of [...this.gone.keys()].slice(0, Math.max(0, this.gone.size - MAX_GONE)))
      this.gone.delete(id);
  }

  private loseRoot(problem: Problem): void {
    const before = this.entries.byId;
    this.problem = problem;
    this.files = new Map();
    this.entries = { byId: new Map(), broken: [], remarks: [] };
    this.notes = [];
    this.forgetAllBut(before);
    this.signs.wait();
  }

  private digest(): string {
    return JSON.stringify([
      this.describe(),
      [...this.entries.byId].map(([id, { path, revision }]) => [id, path, revision]),
    ]);
  }
}
