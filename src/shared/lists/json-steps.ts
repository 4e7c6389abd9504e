/** A member of an object or an item of an array; undefined where there is none of its own. */
export function stepInto(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}

export function valueAtSteps(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce(stepInto, value);
}
