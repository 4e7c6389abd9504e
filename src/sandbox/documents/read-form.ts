import type { JsonValue } from '@shared/documents/schema-view';

/** Nested deeper than any real form. */
const MAX_STEPS = 8;

type Form = Map<string, Form | string | string[]>;

/** A form as the object it stands for: `a[b]=1&c[]=2` is `{ a: { b: '1' }, c: ['2'] }`. */
export function readForm(text: string): JsonValue {
  const form: Form = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(form, stepsOf(name), value);
  return toValue(form);
}

function stepsOf(name: string): readonly string[] {
  const [first = '', ...rest] = name.split('[');
  return [first, ...rest.map((step) => step.replace(/\]$/, ''))].slice(0, MAX_STEPS);
}

function put(form: Form, [step = '', ...rest]: readonly string[], value: string): void {
  const there = form.get(step);
  if (rest.length === 0) {
    form.set(step, there === undefined || there instanceof Map ? value : [there, value].flat());
    return;
  }
  if (rest.length === 1 && rest[0] === '') {
    form.set(step, [...(Array.isArray(there) ? there : []), value]);
    return;
  }
  const inner: Form = there instanceof Map ? there : new Map();
  form.set(step, inner);
  put(inner, rest, value);
}

function toValue(form: Form): JsonValue {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof Map ? toValue(value) : value]),
  );
}
