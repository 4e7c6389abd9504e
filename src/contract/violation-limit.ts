/**
 * How the generated validators collect violations. A hostile or damaged body can break a rule in millions of places, so
 * collecting stops at `MAX_VIOLATIONS`, and the cost of each violation does not grow with their number.
 */
import type { RuleViolation } from './generated/validators.mjs';

export const MAX_VIOLATIONS = 50_000;

/** Thrown by a validator that stops early, with the violations collected so far. */
export class TooManyViolations extends Error {
  constructor(readonly violations: readonly RuleViolation[]) {
    super(`More than ${MAX_VIOLATIONS} violations`);
    this.name = 'TooManyViolations';
  }
}

export function addViolation(collected: RuleViolation[], violation: RuleViolation): void {
  if (collected.push(violation) > MAX_VIOLATIONS) throw new TooManyViolations(collected);
}

/** Adds to the list in place: copying it for every item would take quadratic time. */
export function addViolations(collected: RuleViolation[] | null, more: RuleViolation[]): RuleViolation[] {
  if (collected === null) return more;
  for (const violation of more) addViolation(collected, violation);
  return collected;
}
