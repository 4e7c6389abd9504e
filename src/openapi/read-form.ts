import type { JsonValue } from '@shared/documents/schema-view';
import { parseJson } from '@shared/json/parse-json';
import { encodingOf, isJson, type FoundContent } from './find-content';
import { member, textAt, type JsonObject } from './raw-document';

/** Nested deeper than any real form. */
export const MAX_STEPS = 8;

type Form = Map<string, Form | string | string[]>;

/** A form as the object it stands for: `a[b]=1&c[]=2` is `{ a: { b: '1' }, c: ['2'] }`. */
export function readForm(text: string): JsonObject {
  const form: Form = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(form, stepsOf(name), value);
  return toObject(form);
}

/** The same for the form of an operation, whose document may say of a field that it is JSON, or has commas in it. */
export function readFormOf(document: JsonObject, content: FoundContent, text: string): JsonObject {
  return Object.fromEntries(
    Object.entries(readForm(text)).map(([name, value]) => [
      name,
      typeof value === 'string' ? decoded(value, encodingOf(document, content, name)) : value,
    ]),
  );
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

function toObject(form: Form): JsonObject {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, value instanceof Map ? toObject(value) : value]),
  );
}

function decoded(text: string, encoding: JsonValue | undefined): JsonValue {
  if (isJson(textAt(encoding, 'contentType') ?? '')) return parseJson(text) ?? text;
  return member(encoding, 'explode') === false ? text.split(',') : text;
}
