import { keychainRemedy } from '@main/credentials/keychain-problem';
import type { DatabaseState } from '@shared/app/database-state';
import { ProblemError } from '@shared/problem';
import type { OpenApp } from '../open-app';

/** Throws where what the app keeps cannot be read: whether what was not found is there is not known then. */
export async function refuseUnread(app: Pick<OpenApp, 'ask'>): Promise<void> {
  const state = await app.ask('describeStorage', undefined);
  if (state.kind !== 'session-only' || state.hidesKept !== true) return;
  throw new ProblemError({
    code: 'kept-unread',
    title: 'Saved requests and history cannot be read right now',
    meaning: 'So it is not known whether what you named is among them. Nothing was sent.',
    nextStep: remedyOf(state.reason),
    detail: null,
  });
}

function remedyOf(reason: Extract<DatabaseState, { kind: 'session-only' }>['reason']): string {
  switch (reason) {
    case 'absent':
    case 'locked':
    case 'failed':
    case 'crashed':
      return `${keychainRemedy(reason)} and try again.`;
    case 'disk':
    case 'in-use':
    case 'newer':
    case 'ended':
      return 'Look at the reason below, and try again.';
  }
}
