import type { Problem } from '../problem';

/** What a request's file held when it was read. */
export interface FileOfRequest {
  /** Relative to the folder on disk. */
  readonly path: string;
  /** Hash of the whole file; changes with every change of it. */
  readonly revision: string;
  /** Hash of what is asked for: the request alone, without its name, place and expectations. */
  readonly asked: string;
  /** The file is not there any more: this is what it held last. Saving writes it again. */
  readonly gone: boolean;
}

/** A folder on disk that is the store of a folder of saved requests. */
export interface LiveFolder {
  /** UUID. */
  readonly id: string;
  /** The app's folder in which its requests are. */
  readonly name: string;
  readonly path: string;
  /** Why nothing of it can be shown now; null when it can. */
  readonly problem: Problem | null;
  /** Why it is looked at every few seconds instead of being watched; null while it is watched. */
  readonly polled: string | null;
  /** Sentences on what of it is left out. */
  readonly notes: readonly string[];
  readonly broken: readonly BrokenFile[];
  /** Requests of which there is something to say. */
  readonly remarks: readonly RequestRemark[];
}

/** A file that cannot be read as a request; the app never writes it. */
export interface BrokenFile {
  readonly file: string;
  /** The app's folder in which it lies. */
  readonly folder: string;
  /** What is wrong, with the line where that is known. */
  readonly why: string;
}

export interface RequestRemark {
  readonly requestId: string;
  readonly file: string;
  readonly sentences: readonly string[];
  /** True where its file needs an ID of its own. */
  readonly needsId: boolean;
}
