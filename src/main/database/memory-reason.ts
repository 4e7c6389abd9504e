import type { DatabaseState } from '@shared/app/database-state';
import { ProblemError } from '@shared/problem';
import { KeychainError } from '../credentials/secret-store';
import { DatabaseError, type DatabaseTrouble } from './database';

type SessionOnly = Extract<DatabaseState, { kind: 'session-only' }>;

/** Why the app works in memory after an error; null if the error is a bug. */
export function describeMemoryReason(error: unknown): Pick<SessionOnly, 'reason' | 'detail'> | null {
  if (error instanceof KeychainError) return { reason: error.trouble, detail: error.detail };
  if (error instanceof DatabaseError) {
    const reason = REASONS[error.trouble];
    return reason === null ? null : { reason, detail: error.message };
  }
  // The list of account names in the keychain could not be written.
  if (error instanceof ProblemError)
    return { reason: 'disk', detail: error.problem.detail ?? error.problem.title };
  return null;
}

const REASONS: Readonly<Record<DatabaseTrouble, SessionOnly['reason'] | null>> = {
  disk: 'disk',
  moved: 'disk',
  busy: 'in-use',
  'too-new': 'newer',
  ended: 'ended',
  closed: null,
  damaged: null,
  statement: null,
};
