import type { Problem } from '../problem';

/** What a request's file contained when it was read. */
export interface FileOfRequest {
  /** Relative to the folder on disk. */
  readonly path: string;
  /** Hash of the whole file; any change to the file changes it. */
  readonly revision: string;
  /** Hash of what is asked for: only the request, without its name, place and expectations. */
  readonly asked: string;
  /** True if the file no longer exists: this is its last content. Saving writes it again. */
  readonly gone: boolean;
}

/** A folder on disk that is the store of a folder of saved requests. */
export interface LiveFolder {
  /** UUID. */
  readonly id: string;
  /** The app's folder that contains its requests. */
  readonly name: string;
  readonly path: string;
  /** Why none of it can be shown now; null if it can. */
  readonly problem: Problem | null;
  /** Why it is polled every few seconds instead of being watched; null while it is watched. */
  readonly polled: string | null;
  readonly leftOut: readonly LeftOut[];
  readonly broken: readonly BrokenFile[];
  /** Requests with something to report. */
  readonly remarks: readonly RequestRemark[];
}

/** A file or folder that was not looked into, although it may hold requests. */
export interface LeftOut {
  /** Relative to the folder on disk. */
  readonly path: string;
  /** In a sentence. */
  readonly why: string;
}

/** A file that cannot be read as a request; the app never writes it. */
export interface BrokenFile {
  readonly file: string;
  /** The app's folder that contains it. */
  readonly folder: string;
  /** What is wrong, with the line if that is known. */
  readonly why: string;
}

export interface RequestRemark {
  readonly requestId: string;
  readonly file: string;
  readonly sentences: readonly string[];
  /** True if its file needs an ID of its own. */
  readonly needsId: boolean;
}

/** True for the path itself, and for what is below it. */
export function isLeftOut(path: string, { path: left }: LeftOut): boolean {
  // A folder on disk has the paths of its system.
  return path === left || (path.startsWith(left) && /[\\/]/.test(path.charAt(left.length)));
}
