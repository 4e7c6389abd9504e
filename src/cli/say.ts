import { maskCardData } from '@shared/cards/mask-card-data';
import type { Problem } from '@shared/problem';
import { visible } from './visible';

/** A sentence on standard error. What others wrote into it can neither steer a terminal nor pass for a line of ours, and card data in it is masked. */
export function say(words: string): void {
  process.stderr.write(`${maskCardData(visible(words)).trimEnd().replace(/\n/g, '\n    ')}\n`);
}

/** A word as a shell takes it back: what a service says is nobody's command. */
export function shellWord(text: string): string {
  const shown = visible(text);
  return /^[\w.=+/:@%-]+$/.test(shown) ? shown : `'${shown.replace(/'/g, `'\\''`)}'`;
}

/** What happened, what it means, what to do next, and the raw truth below. */
export function sayProblem(
  say: (words: string) => void,
  { title, meaning, nextStep, detail }: Problem,
): void {
  say(`${title}. ${meaning}`);
  say(nextStep);
  if (detail !== null) say(`(${detail})`);
}
