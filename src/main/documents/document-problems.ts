import type { DocumentPlace } from '@shared/documents/document-summary';
import { ProblemError } from '@shared/problem';
import type { DocumentTrouble } from './document-client';

export function refused(why: string, place: DocumentPlace | null): ProblemError {
  const where = place?.line ? ` (line ${place.line}, column ${place.column ?? 1})` : '';
  return new ProblemError({
    code: 'no-document',
    title: 'The app cannot read this as an API document',
    meaning: `${why}${where}`,
    nextStep: 'Choose an OpenAPI 3.0 or 3.1 document, in JSON or YAML. Nothing was changed.',
    detail: null,
  });
}

export function tooLarge(bytes: number, limit: number): ProblemError {
  const megabytes = (size: number): string => (size / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
  return new ProblemError({
    code: 'document-too-large',
    title: 'The document is too large',
    meaning: `It is ${megabytes(bytes)} MB; documents of up to ${megabytes(limit)} MB can be read.`,
    nextStep: 'Use a document that covers part of the API. Nothing was changed.',
    detail: null,
  });
}

const MEANINGS: Readonly<Record<DocumentTrouble, string>> = {
  'took-too-long': 'It took too long and was stopped. The rest of the app is not affected.',
  crashed:
    'It took more memory than a document may use and was stopped. The rest of the app is not affected.',
  cancelled: 'It was cancelled. Nothing was changed.',
  failed: 'The process that reads documents ended, or could not be started.',
};

export function unreadable(trouble: DocumentTrouble, detail: string): ProblemError {
  return new ProblemError({
    code: `document-${trouble}`,
    title: 'The document could not be read',
    meaning: MEANINGS[trouble],
    nextStep: 'Try again; if it happens again, use a smaller document, or one with simpler rules.',
    detail,
  });
}

export function noSuchDocument(): ProblemError {
  return new ProblemError({
    code: 'no-such-document',
    title: 'This document no longer exists',
    meaning: 'It was removed, or replaced by a newer one.',
    nextStep: 'Choose another one in the tree.',
    detail: null,
  });
}

export function notInDocument(what: string): ProblemError {
  return new ProblemError({
    code: 'not-in-document',
    title: 'The document does not have this',
    meaning: `${what} is not in the document, or cannot be read there.`,
    nextStep: 'The other operations and models work.',
    detail: null,
  });
}

export function tooLateToUndo(): ProblemError {
  return new ProblemError({
    code: 'undo-too-late',
    title: 'The document can no longer be restored',
    meaning: 'The time for that has passed.',
    nextStep: 'Add the document again.',
    detail: null,
  });
}
