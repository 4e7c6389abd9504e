import { bruno } from './collections/bruno';
import type { Collection } from './collections/collection';
import { findInCollection, type FoundCollection } from './collections/found-in-collection';
import { readCollectionFiles, type CollectionFile } from './collections/collection-folder';
import { openCollection } from './collections/open-collection';
import { readCollection } from './collections/read-collection';
import { readRequestText, type ReadRequest } from './request-text';
import { whyUnknown } from './unknown-file';

/** Requests that somebody wants to import: one file, or a collection with a file for each request. */
export type RequestSource =
  | { readonly kind: 'text'; readonly text: string }
  /** A file from a folder that by its name belongs to this app. */
  | { readonly kind: 'request-file'; readonly text: string }
  | {
      readonly kind: 'files';
      readonly format: 'bruno' | 'opencollection';
      /** The collection's name, in case the files do not say it. */
      readonly name: string;
      /** What was left out of it, from a file beside its requests. */
      readonly notes: readonly string[];
      readonly files: readonly CollectionFile[];
    };

export type SourceContent =
  | { readonly kind: 'collection'; readonly collection: FoundCollection }
  /** Requests in this app's own format. */
  | { readonly kind: 'requests'; readonly requests: readonly ReadRequest[] }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Reads the source in this process. Only called in a separate process, because a text of megabytes takes seconds, and
 * one that was made for that takes all of the memory.
 */
export function readSource(source: RequestSource): SourceContent {
  if (source.kind === 'files') {
    const format = source.format === 'bruno' ? bruno : openCollection;
    const collection = readCollectionFiles(source.files, source.name, format);
    return ofCollection({ ...collection, notes: [...source.notes, ...collection.notes] });
  }
  if (source.kind === 'request-file') return ofRequests(source.text);
  const { text } = source;
  const collection = readCollection(text);
  if (collection !== null) return ofCollection(collection);
  const why = whyUnknown(text);
  return why === null ? ofRequests(text) : { kind: 'unknown', why };
}

/** How many requests are taken: they are passed to the app in one piece, and the window lists them. */
const MAX_REQUESTS = 20_000;
/**
 * How many characters all requests may have together: more than a file, because what folders pass on is repeated in
 * each of their requests.
 */
const MAX_LENGTH = 60_000_000;

function ofCollection(collection: Collection): SourceContent {
  const entries = withinLimits(collection.entries);
  const { found: all, report } = findInCollection({ ...collection, entries });
  const found = withinLimits(all);
  const notes = [...report.notes, ...leftBehind(collection.entries, entries), ...leftBehind(all, found)];
  return { kind: 'collection', collection: { found, report: { ...report, notes } } };
}

function ofRequests(text: string): SourceContent {
  const all = readRequestText(text);
  const taken = withinLimits(all);
  return {
    kind: 'requests',
    requests: [...taken, ...leftBehind(all, taken).map((why) => ({ ok: false as const, why }))],
  };
}

function withinLimits<Item>(all: readonly Item[]): Item[] {
  const taken: Item[] = [];
  let length = 0;
  for (const item of all.slice(0, MAX_REQUESTS)) {
    length += JSON.stringify(item).length;
    if (length > MAX_LENGTH) break;
    taken.push(item);
  }
  return taken;
}

function leftBehind(all: readonly unknown[], taken: readonly unknown[]): string[] {
  if (all.length === taken.length) return [];
  const [has, first] = [all.length, taken.length].map((count) => count.toLocaleString('en'));
  return [
    `It holds ${has} requests: the first ${first} of them are taken, as it is too large. Import the rest in parts.`,
  ];
}
