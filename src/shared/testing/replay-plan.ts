import type { ReplayPlan } from '../history/history';

/** The plan of a replay that nothing speaks against. */
export const testingReplayPlan = (changes: Partial<ReplayPlan> = {}): ReplayPlan => ({
  refused: null,
  differences: [],
  address: null,
  missingSecrets: [],
  missingCodes: [],
  idempotency: null,
  variables: null,
  notes: [],
  mark: 'mark',
  ...changes,
});
