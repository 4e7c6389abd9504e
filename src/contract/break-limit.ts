/**
 * What the generated validators collect breaks with. A hostile or broken body can break a rule in millions of places;
 * collecting stops at `MOST_BREAKS`, and costs the same for each break however many there are.
 */
import type { RuleBreak } from './generated/validators.mjs';

export const MOST_BREAKS = 50_000;

/** Thrown out of a validator, with the breaks collected so far. */
export class TooManyBreaks extends Error {
  constructor(readonly breaks: readonly RuleBreak[]) {
    super(`More than ${MOST_BREAKS} broken rules`);
    this.name = 'TooManyBreaks';
  }
}

export function addBreak(collected: RuleBreak[], broken: RuleBreak): void {
  if (collected.push(broken) > MOST_BREAKS) throw new TooManyBreaks(collected);
}

/** Adds to the list in place: a copy for each of many items would take time by the square of their number. */
export function addBreaks(collected: RuleBreak[] | null, more: RuleBreak[]): RuleBreak[] {
  if (collected === null) return more;
  for (const broken of more) addBreak(collected, broken);
  return collected;
}
