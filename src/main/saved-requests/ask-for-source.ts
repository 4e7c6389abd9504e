import { ProblemError } from '@shared/problem';
import { cancelReason } from '../calls/running-calls';
import {
  DocumentProcessError,
  type DocumentClient,
  type DocumentTrouble,
} from '../documents/document-client';
import type { RequestSource, SourceContent } from './read-source';

/** What was read. */
export type ReadSource =
  | SourceContent
  /** Why nothing could be read, in a sentence. */
  | { readonly kind: 'unread'; readonly why: string };

/** Has requests read that somebody wants to import. Throws a `ProblemError` if that was cancelled. */
export type AskForSource = (source: RequestSource, signal: AbortSignal) => Promise<ReadSource>;

export function askForSource(client: Pick<DocumentClient, 'ask'>): AskForSource {
  return async (source, signal) => {
    try {
      const answer = await client.ask({ kind: 'requests', source }, signal);
      return answer.kind === 'requests' ? answer.content : { kind: 'unread', why: WHY_UNREAD.failed };
    } catch (error) {
      if (!(error instanceof DocumentProcessError)) throw error;
      if (error.trouble === 'cancelled') throw importCancelled(signal);
      return { kind: 'unread', why: WHY_UNREAD[error.trouble] };
    }
  };
}

const WHY_UNREAD: Readonly<Record<Exclude<DocumentTrouble, 'cancelled'>, string>> = {
  'took-too-long': 'Reading it took too long and was stopped. Import a part of it.',
  crashed: 'Reading it took more memory than a file may use and was stopped. Import a part of it.',
  failed: 'The process that reads it ended, or could not be started. Try again.',
};

export function importCancelled(signal: AbortSignal): ProblemError {
  const why = cancelReason(signal);
  return new ProblemError({
    code: 'import-cancelled',
    title: 'The import was cancelled',
    meaning: `${why === null ? 'You cancelled it.' : `It ended, as ${why}.`} Nothing was imported.`,
    nextStep: 'Import it again at any time.',
    detail: null,
  });
}
