import { fieldOf } from '../json/unknown-fields';

export function valueAtSteps(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(fieldOf, value);
}
