/** Why a request of a run was not sent, though nothing refused it. */
export const WHY_NOT_RUN = {
  skipped: 'You did not agree to it.',
  cancelled: 'The run was cancelled.',
  deleted: 'It was no longer saved when its turn came.',
} as const;
