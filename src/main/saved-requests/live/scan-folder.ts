import type { LeftOut } from '@shared/requests/live-folder';
import { MAX_BYTES, requestFiles } from '../request-files';
import { LiveReading, type ReadServices } from './ask-live';
import { brokenFile, lookAtFile, type LiveFile } from './read-live-file';

/** How many bytes all files of a folder may have together: they are held in memory. */
const MAX_TOTAL = 200_000_000;

/** What was found in a folder on disk. */
export interface ScannedFolder {
  readonly files: ReadonlyMap<string, LiveFile>;
  /** Relative to it, including the folder itself (``). */
  readonly folders: readonly string[];
  /** See `RequestFiles`. */
  readonly partials: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** See `RequestFiles`. */
  readonly rest: string | null;
}

/**
 * Rejects only if the folder itself cannot be read, or if the reading is ended.
 * @param known the files as they were: those that have not changed are not read again.
 */
export async function scanFolder(
  root: string,
  known: ReadonlyMap<string, LiveFile>,
  services: ReadServices,
): Promise<ScannedFolder> {
  const found = await requestFiles(root);
  const files = new Map<string, LiveFile>();
  const leftOut = [...found.leftOut];
  // Otherwise nobody would see why the folder is empty.
  if (found.foreign !== null)
    leftOut.push({
      path: found.foreign,
      why: 'It is of a collection of Bruno or OpenCollection: “Import a folder…” takes one in.',
    });
  const reading = new LiveReading(services, (file) => files.set(file.path, file));
  let { rest } = found;
  let total = 0;
  for (const path of found.files) {
    const file = await lookAtFile(root, path, known.get(path));
    if (file === null) continue;
    total += Math.min(file.size, MAX_BYTES);
    if (total > MAX_TOTAL) {
      rest = `${MAX_TOTAL} bytes are read of a folder: the rest is left out.`;
      leftOut.push({ path, why: rest });
      break;
    }
    // Keeps the files in their order, whichever is read first.
    files.set(path, 'text' in file ? brokenFile(file, '') : file);
    if ('text' in file) await reading.add(file);
  }
  await reading.finish();
  return { files, folders: found.folders, partials: found.partials, leftOut, rest };
}
