import type { CollectionImport } from '@shared/requests/saved-requests';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import type { Collection } from './collection';
import { findInCollection, type FoundCollection } from './found-in-collection';
import { readCollection } from './read-collection';

function foundIn(from: string | Collection): FoundCollection {
  const collection = typeof from === 'string' ? readCollection(from) : from;
  if (collection === null) throw new Error('no collection');
  return findInCollection(collection);
}

export function reportOf(from: string | Collection): CollectionImport {
  return foundIn(from).report;
}

/** The requests that were imported from a collection, in a form that is easy to compare. */
export interface MadeRequest {
  readonly file: string;
  readonly description: string;
  readonly destination: string;
  readonly headers: readonly string[];
  readonly body: string;
}

export function made(from: string | Collection): MadeRequest[] {
  return foundIn(from).found.flatMap(({ file, read }) => {
    if (!read.ok) return [];
    const { destinationUrl, method, headers, body } = draftOfRequest(read.request.request, read.request.form);
    return [
      {
        file,
        description: read.request.description,
        destination: `${method} ${destinationUrl}`,
        headers: headers.map(({ name, value }) => `${name}: ${value}`),
        body,
      },
    ];
  });
}

export function oneOf(from: string | Collection): MadeRequest | undefined {
  const [one, ...more] = made(from);
  return more.length === 0 ? one : undefined;
}

/** The headers for the destination: name, value, and whether it is secret. */
export function headersOf(from: string | Collection, index: number): [string, string, boolean][] {
  const read = foundIn(from).found[index]?.read;
  if (read?.ok !== true) throw new Error('not taken');
  return draftOfRequest(read.request.request, read.request.form).headers.map(({ name, value, secret }) => [
    name,
    value,
    secret,
  ]);
}
