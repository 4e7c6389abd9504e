import { ProblemError } from '@shared/problem';
import { cancelReason } from '../calls/running-calls';
import {
  DocumentProcessError,
  type DocumentClient,
  type DocumentTrouble,
} from '../documents/document-client';
import type { RequestSource, SourceContent } from './read-source';

/** Has requests read that somebody brings; throws a `ProblemError` where that cannot be done, or was cancelled. */
export type AskForSource = (source: RequestSource, signal: AbortSignal) => Promise<SourceContent>;

export function askForSource(client: Pick<DocumentClient, 'ask'>): AskForSource {
  return async (source, signal) => {
    const answer = await client.ask({ kind: 'requests', source }, signal).catch((error: unknown) => {
      if (!(error instanceof DocumentProcessError)) throw error;
      throw error.trouble === 'cancelled' ? importCancelled(signal) : unread(error.trouble, error.message);
    });
    if (answer.kind !== 'requests') throw unread('failed', `unexpected answer "${answer.kind}"`);
    return answer.content;
  };
}

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

const MEANINGS: Readonly<Record<Exclude<DocumentTrouble, 'cancelled'>, string>> = {
  'took-too-long': 'It took too long and was stopped.',
  crashed: 'It took more memory than a file may use and was stopped.',
  failed: 'The process that reads it ended, or could not be started.',
};

function unread(trouble: keyof typeof MEANINGS, detail: string): ProblemError {
  return new ProblemError({
    code: `import-${trouble}`,
    title: 'This could not be read',
    meaning: `${MEANINGS[trouble]} Nothing was imported.`,
    nextStep: 'Try again; if it happens again, import a part of it.',
    detail,
  });
}
