/**
 * How the generated validators collect violations. A hostile or damaged body can violate a rule in millions of places:
 * collecting stops at `MAX_VIOLATIONS`, and each one costs the same however many there are.
 */
import type { RuleViolation } from './generated/validators.mjs';

export const MAX_VIOLATIONS = 50_000;

/** Thrown out of a validator, with the violations collected so far. */
export class TooManyViolations extends Error {
  constructor(readonly violations: readonly RuleViolation[]) {
    super(`More than ${MAX_VIOLATIONS} violations`);
    this.name = 'TooManyViolations';
  }
}

export function addViolation(collected: RuleViolation[], violation: RuleViolation): void {
  if (collected.push(violation) > MAX_VIOLATIONS) throw new TooManyViolations(collected);
}

/** Adds to the list in place: a copy for each of many items would take time by the square of their number. */
export function addViolations(collected: RuleViolation[] | null, more: RuleViolation[]): RuleViolation[] {
  if (collected === null) return more;
  for (const violation of more) addViolation(collected, violation);
  return collected;
}
