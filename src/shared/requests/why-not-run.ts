import type { RunStep } from '../bridge/saved-requests';

/** Why a request of a run was not sent although nothing refused it. */
export const WHY_NOT_RUN = {
  skipped: 'It was asked about first, and the answer was no.',
  cancelled: 'The run was cancelled.',
  stopped:
    'The run stopped before it: nobody knows whether a request before it was carried out, and nothing of that can be kept. Check that at the destination first.',
  deleted: 'It was no longer saved when its turn came.',
} as const;

export function whyNotRun(step: Extract<RunStep, { kind: keyof typeof WHY_NOT_RUN }>): string {
  return step.kind === 'cancelled' && step.why !== undefined
    ? `The run was cancelled: ${step.why}.`
    : WHY_NOT_RUN[step.kind];
}
