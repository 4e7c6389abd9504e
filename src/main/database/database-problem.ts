import { assertNever, type Problem } from '@shared/problem';
import type { DatabaseError } from './database';

/** What a database error means for the request; null if it is a bug in the app. */
export function describeDatabaseProblem({ trouble, message }: DatabaseError): Problem | null {
  const problem = (code: string, meaning: string, nextStep: string): Problem => ({
    code,
    title: 'The database could not do this',
    meaning,
    nextStep,
    detail: message,
  });
  switch (trouble) {
    case 'disk':
      return problem(
        'database-disk',
        'Its disk is full, or its folder cannot be written or is gone. Nothing was changed.',
        'Make sure that the disk has room and that the app may write in its data folder, which Settings shows, then try again.',
      );
    case 'busy':
    case 'moved':
      return problem(
        'database-busy',
        'Another program is using the database file. Nothing was changed.',
        'Close other copies of the app and programs that read its data folder, then try again.',
      );
    case 'ended':
      return problem(
        'database-ended',
        'The part of the app that works on the database ended before it answered. It is not known whether anything was changed.',
        'Check whether it was carried out, and try again if not. The app has restarted that part.',
      );
    case 'damaged':
      return problem(
        'database-damaged',
        'The database file is damaged.',
        'Start the app again: it saves what can be read of the file and tells you what that is.',
      );
    case 'too-new':
      return problem(
        'database-newer',
        'A newer version of the app has written the database file. Nothing was changed.',
        'Start the newer version.',
      );
    case 'closed':
      return problem('database-closed', 'The app is ending. Nothing was changed.', 'Start the app again.');
    case 'statement':
      return null;
    default:
      return assertNever(trouble);
  }
}
