import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { fieldOf, textFieldOf } from '@shared/json/unknown-fields';
import { parseJson } from '@shared/json/parse-json';
import type { ReadSource } from '../ask-for-source';
import type { RequestSource } from '../read-source';
import { MAX_DEPTH, MAX_FILES, readTextFile, REQUEST_FILE } from '../request-files';
import type { FoundRequest } from '../request-folder';
import type { CollectionFile } from './collection-folder';
import { connectionNotes } from './connection-notes';
import type { FoundCollection } from './found-in-collection';

/** Other files are not of collections. */
const MAY_BE_READ = /\.(?:bru|ya?ml|json|har)$/i;

/** Names of files that hold a whole collection. */
const WHOLE = /(?:postman_collection.*\.json|insomnia.*\.(?:json|ya?ml)|\.har)$/i;

/**
 * Reads other tools' collections below a folder: those that are folders themselves, and single files. Links are not
 * followed. Folders that cannot be read, or are too deep, are left out: `requestFiles` names them.
 */
export async function readCollectionsBelow(
  path: string,
  read: (source: RequestSource) => Promise<ReadSource>,
): Promise<{ readonly collections: readonly FoundCollection[]; readonly unread: readonly FoundRequest[] }> {
  const all = await filesBelow(path);
  const files = all.slice(0, MAX_FILES);
  const roots = [...new Set(files.filter((file) => isRoot(basename(file))).map((file) => join(file, '..')))];
  const rootOf = (file: string): string | null =>
    roots.filter((root) => file.startsWith(root + sep)).sort((one, other) => other.length - one.length)[0] ??
    (file.endsWith('.bru') ? path : null);
  const byRoot = new Map<string, string[]>();
  const collections: FoundCollection[] = [];
  const unread: FoundRequest[] = [];
  const leaveOut = (file: string, why: string): void => {
    unread.push({ file: relative(path, file) || basename(path), read: { ok: false, why } });
  };
  const textOf: TextOf = async (file) => {
    const read = await readTextFile(file);
    if (read.ok) return read.text;
    leaveOut(file, read.why);
    return null;
  };
  const take = (file: string, content: ReadSource): void => {
    if (content.kind === 'collection') collections.push(content.collection);
    if (content.kind === 'unread' || content.kind === 'unknown') leaveOut(file, content.why);
  };
  for (const file of files) {
    const root = rootOf(file);
    if (WHOLE.test(basename(file))) {
      const text = await textOf(file);
      if (text !== null) take(file, await read({ kind: 'text', text }));
    } else if (root !== null && /\.(?:bru|ya?ml|json)$/.test(file)) {
      byRoot.set(root, [...(byRoot.get(root) ?? []), file]);
    }
  }
  for (const [root, inside] of byRoot) take(root, await read(await sourceOf(root, inside, textOf)));
  const [first] = all.slice(MAX_FILES);
  if (first !== undefined)
    leaveOut(first, `Of a folder ${MAX_FILES} files are read: this one and the rest are left out.`);
  return { collections, unread };
}

/** Null for a file that cannot be read, which has been named then. */
type TextOf = (file: string) => Promise<string | null>;

function isRoot(name: string): boolean {
  return /^(?:bruno\.json|collection\.bru|opencollection\.ya?ml)$/.test(name);
}

async function sourceOf(root: string, files: readonly string[], textOf: TextOf): Promise<RequestSource> {
  const isOpen = files.some((file) => /^opencollection\.ya?ml$/.test(basename(file)));
  const ending = isOpen ? /\.ya?ml$/ : /\.bru$/;
  const texts: CollectionFile[] = [];
  for (const file of files.filter((each) => ending.test(each))) {
    const text = await textOf(file);
    if (text !== null) texts.push({ path: relative(root, file).split(sep).join('/'), text });
  }
  const settings = files.find((file) => file === join(root, 'bruno.json'));
  const bruno = parseJson((settings === undefined ? null : await textOf(settings)) ?? '');
  return {
    kind: 'files',
    format: isOpen ? 'opencollection' : 'bruno',
    name: textFieldOf(bruno, 'name') ?? basename(root),
    notes: connectionNotes({ proxy: fieldOf(bruno, 'proxy'), clientCertificates: certificatesOf(bruno) }),
    files: texts,
  };
}

function certificatesOf(bruno: unknown): unknown {
  const certificates = fieldOf(bruno, 'clientCertificates');
  return fieldOf(certificates, 'enabled') === false ? [] : fieldOf(certificates, 'certs');
}

async function filesBelow(path: string, depth = 0): Promise<string[]> {
  const entries: Dirent[] = await readdir(path, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const inside = join(path, entry.name);
    if (entry.isFile() && MAY_BE_READ.test(entry.name) && !entry.name.endsWith(REQUEST_FILE))
      files.push(inside);
    const enter = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (enter && depth < MAX_DEPTH) files.push(...(await filesBelow(inside, depth + 1).catch(() => [])));
    if (files.length > MAX_FILES) break;
  }
  return files;
}
