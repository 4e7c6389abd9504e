import { ProblemError, type Problem } from '@shared/problem';
import { machineTrouble } from '@shared/text/file-trouble';
import { messageOf } from '@shared/text/message-of';
import { DatabaseError } from '../database/database';
import { describeDatabaseProblem } from '../database/database-problem';

/**
 * The failure as a problem for the person: its own words, or those for the database or the disk. Anything else is a
 * defect of the app and gets reported.
 * @param name of the bridge request that failed.
 */
export function problemOf(
  name: string,
  error: unknown,
  reportDefect: (where: string, error: unknown) => void,
): Problem {
  const problem = problemIn(error);
  if (problem !== null) return problem;
  reportDefect(name, error);
  return {
    code: 'defect',
    title: 'Something went wrong inside the app',
    meaning: `The request "${name}" ended with an unexpected error.`,
    nextStep: 'Try again; if it happens again, report it with the detail below.',
    detail: messageOf(error),
  };
}

/** Null for a defect. */
function problemIn(error: unknown): Problem | null {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof DatabaseError) return describeDatabaseProblem(error);
  const trouble = machineTrouble(error);
  return trouble === null ? null : diskProblem(trouble, error);
}

function diskProblem(trouble: string, error: unknown): Problem {
  const where = error instanceof Error && 'path' in error ? String(error.path) : 'On the disk';
  return {
    code: 'file-trouble',
    title: 'A file could not be read or written',
    meaning: `${where}: ${trouble}. It may have been done only in part.`,
    nextStep: 'Make sure that the disk has room and that you may read and write there, then try again.',
    detail: messageOf(error),
  };
}
