/** How a send ended if no answer says so: a person found out elsewhere and noted it. */
export type NotedOutcome = (typeof NOTED_OUTCOMES)[number];
export const NOTED_OUTCOMES = ['carried-out', 'not-carried-out'] as const;
export const NOTED_OUTCOME_WORDS: Readonly<Record<NotedOutcome, string>> = {
  'carried-out': 'carried out',
  'not-carried-out': 'not carried out',
};
