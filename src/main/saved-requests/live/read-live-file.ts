import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderProblem, type SavedRequest } from '@shared/requests/saved-requests';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
import { mapRows, typedSecretsOf } from '../content-rows';
import { toFileRequest } from '../file-request';
import { folderOf, MAX_BYTES, tooLarge } from '../request-files';
import { readRequestText } from '../request-text';
import { masked } from '../store-secrets';
import { secretFieldsOf } from './secret-fields';

/** A file of a folder on disk, as it was read. */
export interface LiveFile {
  /** Relative to the folder. */
  readonly path: string;
  /** Of the file system: while it is the same, the file is not read again. */
  readonly stamp: string;
  readonly revision: string;
  readonly size: number;
  readonly read:
    | {
        readonly ok: true;
        /** Masked; the values of its secret headers are references, and its folder is the app's. */
        readonly request: SavedRequest;
        readonly asked: string;
        readonly withoutId: boolean;
        readonly notes: readonly string[];
      }
    | { readonly ok: false; readonly why: string };
}

export interface ReadServices {
  /** The app's folder. */
  readonly name: string;
  readonly profileId: string;
  /** An id for a file that has none. */
  readonly idFor: (path: string) => string;
  /** Keeps a secret that somebody has typed into a file in memory. */
  readonly keepSecret: (value: string) => string;
}

const MANY = 10;

/** Null when it is not there (any more). */
export async function stampOf(full: string): Promise<{ stamp: string; size: number; mode: number } | null> {
  try {
    const { size, mtimeMs, ctimeMs, ino, mode } = await lstat(full);
    return { stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, size, mode };
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return null;
    throw error;
  }
}

/** The file as it is now, read again only when it is another than it was; null when it is gone. */
export async function lookAtFile(
  root: string,
  path: string,
  known: LiveFile | undefined,
  services: ReadServices,
): Promise<LiveFile | null> {
  try {
    const stamp = await stampOf(join(root, path));
    if (stamp === null) return null;
    return known?.stamp === stamp.stamp ? known : await readLiveFile(root, path, stamp, services);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { path, stamp: '', revision: '', size: 0, read: { ok: false, why } };
  }
}

async function readLiveFile(
  root: string,
  path: string,
  { stamp, size }: { readonly stamp: string; readonly size: number },
  services: ReadServices,
): Promise<LiveFile> {
  const broken = (why: string, revision = ''): LiveFile => ({
    ...{ path, stamp, revision, size },
    read: { ok: false, why },
  });
  if (size > MAX_BYTES) return broken(tooLarge(size));
  let text: string;
  try {
    text = await readFile(join(root, path), 'utf8');
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
  const revision = revisionOf(text);
  const wrongFolder = folderProblem([services.name, folderOf(path)].filter(Boolean).join('/'));
  if (wrongFolder !== null) return broken(wrongFolder, revision);
  // So many are not parsed to be counted.
  if ((text.match(/^(?:---|\.\.\.)/gm)?.length ?? 0) > MANY)
    return broken(`It holds more than ${MANY} requests: each file of a folder on disk holds one.`, revision);
  const found = readRequestText(text, services.idFor(path));
  const [read] = found;
  if (read === undefined) return broken('It is empty.', revision);
  if (found.length > 1)
    return broken(`It holds ${found.length} requests: each file of a folder on disk holds one.`, revision);
  if (!read.ok) return broken(read.why, revision);
  const { request, notes } = await safeRequest(
    {
      ...read.request,
      profileId: services.profileId,
      folder: [services.name, folderOf(path)].filter(Boolean).join('/'),
    },
    services.keepSecret,
  );
  return {
    ...{ path, stamp, revision, size },
    read: { ok: true, request, asked: askedOf(request), withoutId: read.withoutId === true, notes },
  };
}

/** Of what is asked for alone. */
function askedOf(request: Pick<SavedRequest, 'request' | 'form'>): string {
  return revisionOf(JSON.stringify(toFileRequest(request)));
}

/** As it may be shown: nobody has looked at what stands in the file. */
async function safeRequest(
  request: SavedRequest,
  keepSecret: (value: string) => string,
): Promise<{ readonly request: SavedRequest; readonly notes: readonly string[] }> {
  const typed = typedSecretsOf(request);
  const values: string[] = [];
  const asked = await mapRows(request, async (row) => {
    if (!row.secret || row.value === '' || secretIdOf(row.value) !== null) return row;
    values.push(row.value);
    return { ...row, value: secretReference(keepSecret(row.value)) };
  });
  const { request: safe, notes } = masked({ ...request, ...asked }, values);
  return {
    request: safe,
    notes: [
      ...typed.map(
        (name) =>
          `A secret is typed into the header ${name} of the file: others who have the file can read it. Save the request, which takes it out and keeps it in the keychain, and replace it where it is valid.`,
      ),
      ...secretFieldsOf(request.request.body ?? '').map(
        (name) =>
          `The value of “${name}” is in the body of the file: others who have the file can read it. Put a variable in its place.`,
      ),
      ...notes,
    ],
  };
}

/** Another one for another text. */
export function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
