import type { Problem } from '@shared/problem';

/** What happened, what it means, what to do next, and the raw truth below. */
export function sayProblem(
  say: (words: string) => void,
  { title, meaning, nextStep, detail }: Problem,
): void {
  say(`${title}. ${meaning}`);
  say(nextStep);
  if (detail !== null) say(`(${detail})`);
}
