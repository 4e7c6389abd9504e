/**
 * What the generated validators collect breaks with. A hostile or broken body can break a rule in millions of places;
 * collecting stops at `MAX_BREAKS`, and costs the same for each break however many there are.
 */
import type { RuleViolation } from './generated/validators.mjs';

export const MAX_BREAKS = 50_000;

/** Thrown out of a validator, with the breaks collected so far. */
export class TooManyViolations extends Error {
  constructor(readonly violations: readonly RuleViolation[]) {
    super(`More than ${MAX_BREAKS} broken rules`);
    this.name = 'TooManyViolations';
  }
}

export function addViolation(collected: RuleViolation[], broken: RuleViolation): void {
  if (collected.push(broken) > MAX_BREAKS) throw new TooManyViolations(collected);
}

/** Adds to the list in place: a copy for each of many items would take time by the square of their number. */
export function addViolations(collected: RuleViolation[] | null, more: RuleViolation[]): RuleViolation[] {
  if (collected === null) return more;
  for (const broken of more) addViolation(collected, broken);
  return collected;
}
