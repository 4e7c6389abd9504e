import { createHash, randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { REQUEST_FILE } from '@main/saved-requests/request-files';
import { readRequestText } from '@main/saved-requests/request-text';
import type { RequestSpec } from '@shared/requests/request-spec';
import { familyOfSaved, type SavedRequestLine } from '@shared/requests/saved-requests';
import type { OpenApp } from '../open-app';
import { readText } from '../read-text';
import { refuseUnread } from './refuse-unread';
import { UsageError } from '../usage-error';

export interface FoundRequest {
  readonly request: RequestSpec;
  /** Null for a request from a file, which belongs to no profile. */
  readonly composedUnder: string | null;
  /** Null for a request that was typed. */
  readonly familyId: string | null;
}

/**
 * A saved request by its name, `Folder/Name` or its id; or the only request in a file, or on standard input (`-`). Null
 * if it is certain that there is none. Throws a `UsageError` for an ambiguous name, and for a file without a request.
 */
export async function findSaved(typed: string, app: OpenApp): Promise<FoundRequest | null> {
  if (typed === '-' || ['.yaml', '.yml'].includes(extname(typed))) return fromFile(typed, app);
  const found = matching(typed, await app.ask('listSavedRequests', undefined));
  const [only, another] = found;
  if (only === undefined) {
    await refuseUnread(app, 'requests');
    await refuseUnreadFile(typed, app);
    return null;
  }
  if (another !== undefined)
    throw new UsageError(`Several requests are called that: ${found.map(pathOf).join(', ')}.`);
  const saved = await app.ask('openSavedRequest', { id: only.id });
  return saved && { request: saved.request, composedUnder: saved.profileId, familyId: familyOfSaved(saved) };
}

/** Throws a `UsageError` if it is in a folder on disk that is missing, or in a file there that cannot be read. */
async function refuseUnreadFile(typed: string, app: OpenApp): Promise<void> {
  for (const { name, path, problem, broken } of await app.ask('describeLiveFolders', undefined)) {
    if (problem !== null && typed.startsWith(`${name}/`))
      throw new UsageError(`${problem.title}. ${problem.meaning} Nothing was sent.`);
    const unread = broken.find(({ file, folder }) =>
      [pathOf({ folder, name: basename(file, REQUEST_FILE) }), basename(file, REQUEST_FILE)].includes(typed),
    );
    if (unread !== undefined)
      throw new UsageError(`${join(path, unread.file)}: ${unread.why} Nothing was sent.`);
  }
}

/** A whole path or an id takes precedence over a mere name. */
function matching(typed: string, lines: readonly SavedRequestLine[]): readonly SavedRequestLine[] {
  const whole = lines.filter((line) => line.id === typed || pathOf(line) === typed);
  return whole.length > 0 ? whole : lines.filter(({ name }) => name === typed);
}

const MAX_NAMED = 5;

/** What to say if nothing is saved under that name; lists what is saved, most likely first. */
export function nothingSaved(typed: string, lines: readonly SavedRequestLine[]): string {
  if (lines.length === 0) return 'No request is saved yet: Save request in the app keeps one under a name.';
  const wanted = typed.toLowerCase().split('/').pop() ?? '';
  const isLike = (line: SavedRequestLine): boolean => pathOf(line).toLowerCase().includes(wanted);
  const inOrder = [...lines.filter(isLike), ...lines.filter((line) => !isLike(line))];
  const named = inOrder.slice(0, MAX_NAMED).map(pathOf).join(', ');
  const more = lines.length > MAX_NAMED ? ` and ${lines.length - MAX_NAMED} more` : '';
  return `There is no saved request "${typed}". Saved are: ${named}${more}.`;
}

export function pathOf({ folder, name }: Pick<SavedRequestLine, 'folder' | 'name'>): string {
  return folder === '' ? name : `${folder}/${name}`;
}

async function fromFile(path: string, app: OpenApp): Promise<FoundRequest> {
  const where = path === '-' ? 'Standard input' : path;
  const text = await readText(path);
  const found = readRequestText(text, path === '-' ? randomUUID() : await idOfPath(path));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new UsageError(`${where} holds ${found.length} requests: it has to be one.`);
  if (!only.ok) throw new UsageError(`${where} is not a saved request. ${only.why}`);
  const { id, request } = only.request;
  return { request, composedUnder: null, familyId: await familyOfFile(id, app) };
}

/**
 * The family of a request in a file, by its id: that of the app's saved request if its folder is open there, so that
 * versions of it are asked about wherever they are sent from.
 */
export async function familyOfFile(id: string, app: OpenApp): Promise<string> {
  // If they cannot be read, nor can the history, and then main asks anyway.
  const saved = await app.ask('openSavedRequest', { id }).catch(() => null);
  return familyOfSaved(saved ?? { id });
}

/** What stands for the id of a file without one: a UUID of version 8 made of its path. */
async function idOfPath(path: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await realpath(path))
    .digest('hex');
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
