import { bruno } from './collections/bruno';
import type { Collection } from './collections/collection';
import { readCollectionFiles, type CollectionFile } from './collections/collection-folder';
import { openCollection } from './collections/open-collection';
import { readCollection } from './collections/read-collection';
import { readRequestText, type ReadRequest } from './request-text';
import { whyUnknown } from './unknown-file';

/** Requests that somebody brings: one file, or a collection that has a file for each. */
export type RequestSource =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'files';
      readonly format: 'bruno' | 'opencollection';
      /** Where the files do not name it. */
      readonly name: string;
      readonly files: readonly CollectionFile[];
    };

export type SourceContent =
  | { readonly kind: 'collection'; readonly collection: Collection }
  /** Of this app. */
  | { readonly kind: 'requests'; readonly requests: readonly ReadRequest[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** Reads it here: only in a process of its own, as a text of megabytes takes seconds, and all of the memory where it is made for that. */
export function readSource(source: RequestSource): SourceContent {
  if (source.kind === 'files') {
    const format = source.format === 'bruno' ? bruno : openCollection;
    return { kind: 'collection', collection: readCollectionFiles(source.files, source.name, format) };
  }
  const { text } = source;
  const collection = readCollection(text);
  if (collection !== null) return { kind: 'collection', collection };
  const why = whyUnknown(text);
  return why === null ? { kind: 'requests', requests: readRequestText(text) } : { kind: 'unknown', why };
}
