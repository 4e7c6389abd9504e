import {
  DocumentProcessError,
  type DocumentClient,
  type DocumentTrouble,
} from '../../documents/document-client';
import { unreadableFile } from './live-problems';
import type { LiveAnswer, LivePlace, LiveQuestion, LiveText } from './live-texts';
import { brokenFile, liveFile, type LiveFile, type UnreadFile } from './read-live-file';

/** Reads and writes texts of files in another process, where a text that was made to take long blocks nothing else. */
export type AskLive = (question: LiveQuestion, signal?: AbortSignal) => Promise<LiveAnswer>;

/** The limits of its separate process: the one for imports may be busy with an import for minutes. */
export const LIVE_LIMITS = { limitMs: 5_000, idleMs: 5_000 } as const;

export function askLiveOf(client: Pick<DocumentClient, 'ask'>): AskLive {
  return async (question, signal) => {
    const answer = await client.ask({ kind: 'live', question }, signal);
    if (answer.kind === 'live') return answer.answer;
    throw new DocumentProcessError('failed', `It answered with ${answer.kind}.`);
  };
}

/** How long one look may read, in ms: whoever saves waits for it. */
const MAX_MS = 60_000;
/** How many characters the texts of one question may have together. */
const MAX_LENGTH = 500_000;

export interface ReadServices {
  readonly place: LivePlace;
  /** Makes an id for a file that has none. */
  readonly idFor: (path: string) => string;
  /** Keeps a secret that somebody typed into a file in memory. */
  readonly keepSecret: (value: string) => string;
  readonly ask: AskLive;
  /** Ends the reading, which then throws. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads the files of one look at a folder, many per question. A file that takes too long is given up and named. */
export class LiveReading {
  private waiting: UnreadFile[] = [];
  private length = 0;
  /** How many files are read one by one, because one of them took too long. */
  private alone = 0;
  private readonly until = performance.now() + MAX_MS;

  constructor(
    private readonly services: ReadServices,
    private readonly onRead: (file: LiveFile) => void,
  ) {}

  async add(file: UnreadFile): Promise<void> {
    this.waiting.push(file);
    this.length += file.text.length;
    if (this.length > MAX_LENGTH) await this.finish();
  }

  async finish(): Promise<void> {
    while (this.waiting.length > 0) await this.readSome();
    this.length = 0;
  }

  private async readSome(): Promise<void> {
    const { place, idFor, keepSecret, ask, signal } = this.services;
    if (performance.now() > this.until) return this.leave(this.waiting.length, WHY_LATE, '');
    const asked = this.alone > 0 ? this.waiting.slice(0, 1) : this.waiting;
    const files = asked.map(({ path, text }): LiveText => ({ path, text, idIfMissing: idFor(path) }));
    try {
      const answer = await ask({ kind: 'read', place, files }, signal);
      const contents = answer.kind === 'read' ? answer.contents : [];
      if (contents.length === 0) throw new DocumentProcessError('failed', 'It answered with nothing.');
      for (const content of contents) {
        const file = this.waiting.shift();
        if (file !== undefined) this.onRead(await liveFile(file, content, keepSecret));
      }
      this.alone = Math.max(0, this.alone - contents.length);
    } catch (error) {
      const trouble = troubleOf(error);
      if (asked.length > 1) this.alone = asked.length;
      // If the process failed, that was not the file's doing, so the file is tried again.
      else this.leave(1, WHY_UNREAD[trouble], trouble === 'failed' ? '' : undefined);
    }
  }

  /** @param stamp empty for files that are tried again at the next look, whether they have changed or not. */
  private leave(count: number, why: string, stamp?: string): void {
    this.alone = Math.max(0, this.alone - count);
    for (const file of this.waiting.splice(0, count))
      this.onRead(brokenFile({ ...file, stamp: stamp ?? file.stamp }, why));
  }
}

/** Throws any other error, and one that says that the reading was ended. */
function troubleOf(error: unknown): Exclude<DocumentTrouble, 'cancelled'> {
  if (!(error instanceof DocumentProcessError) || error.trouble === 'cancelled') throw error;
  return error.trouble;
}

const WHY_UNREAD: Readonly<Record<Exclude<DocumentTrouble, 'cancelled'>, string>> = {
  'took-too-long': 'Reading it took too long and was stopped. It is read again once it is changed.',
  crashed:
    'Reading it took more memory than a file may use and was stopped. It is read again once it is changed.',
  failed: 'The process that reads it ended, or could not be started. Look again.',
};
const WHY_LATE = 'It is not read yet, as others of the folder took very long. Look again to read on.';

/** The text of a request's file as it is to be written. Throws a `ProblemError` if it cannot be made. */
export async function textToWrite(
  path: string,
  question: Exclude<LiveQuestion, { readonly kind: 'read' }>,
  ask: AskLive,
): Promise<string> {
  try {
    const answer = await ask(question);
    if (answer.kind === 'text') return answer.text;
    throw new DocumentProcessError('failed', 'It answered with no text.');
  } catch (error) {
    throw unreadableFile(path, WHY_UNWRITTEN[troubleOf(error)]);
  }
}

const WHY_UNWRITTEN: Readonly<Record<Exclude<DocumentTrouble, 'cancelled'>, string>> = {
  'took-too-long': 'Finding what to change in it took too long and was stopped.',
  crashed: 'Finding what to change in it took more memory than a file may use and was stopped.',
  failed: 'The process that reads it ended, or could not be started.',
};
