import { isRecord } from '@shared/json/unknown-fields';
import { pointerSteps } from '@shared/json/find-place';
import { pointerTo } from '@shared/json/json-tree';
import type { JsonValue } from '@shared/documents/schema-view';
import { percentDecoded } from '@shared/http/percent-decoded';

export type JsonObject = { readonly [name: string]: JsonValue };

/** The longest chain of references that lead to other references. */
const MAX_CHAIN = 32;

/** An object's own member of this name; undefined for inherited ones. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function objectAt(value: JsonValue | undefined, name: string): JsonObject {
  const found = member(value, name);
  return isRecord(found) ? found : {};
}

export function listAt(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** The trimmed text; null when it is blank or not a text. */
export function textAt(value: JsonValue | undefined, name: string): string | null {
  const found = member(value, name);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}

/**
 * The description of a thing. In the built-in contract it also says what the specification leaves open there, and what
 * we took it to mean.
 */
export function describedAt(value: JsonValue | undefined): string | null {
  const sentences = [
    ['Not specified', textsAt(value, 'x-not-shown')],
    ['Our reading', textsAt(value, 'x-our-reading')],
  ] as const;
  const words = [
    textAt(value, 'description') ?? '',
    ...sentences.map(([start, places]) => (places.length === 0 ? '' : `${start}: ${places.join('; ')}.`)),
  ].filter((part) => part !== '');
  return words.length === 0 ? null : words.join(' ');
}

export function textsAt(value: JsonValue | undefined, name: string): readonly string[] {
  return listAt(value, name).filter((item) => typeof item === 'string');
}

/** The text of a `$ref`, which is a URI and so may be percent-encoded; null when the value is not a reference. */
export function referenceOf(value: JsonValue | undefined): string | null {
  const reference = member(value, '$ref');
  return typeof reference === 'string' ? reference : null;
}

/** The value that a reference within the document leads to; undefined for one that leads nowhere or out of the document. */
export function findReferenced(document: JsonObject, reference: string): JsonValue | undefined {
  if (!reference.startsWith('#')) return undefined;
  return valueAt(document, percentDecoded(reference));
}

export function valueAt(document: JsonObject, pointer: string): JsonValue | undefined {
  return pointerSteps(pointer).reduce<JsonValue | undefined>(
    (value, step) => (Array.isArray(value) ? value[Number(step)] : member(value, step)),
    document,
  );
}

/** The pointer itself, or where the reference found there leads; null when that is nowhere. */
export function resolvedPointer(document: JsonObject, pointer: string): string | null {
  let place = pointer;
  for (let links = 0; links < MAX_CHAIN; links += 1) {
    const value = valueAt(document, place);
    const reference = referenceOf(value);
    if (reference === null) return value === undefined ? null : place;
    if (!reference.startsWith('#')) return null;
    place = percentDecoded(reference).slice(1);
  }
  return null;
}

/** The value itself, or what its reference leads to at the end of the chain. */
export function resolved(document: JsonObject, value: JsonValue | undefined): JsonValue | undefined {
  let found = value;
  for (let links = 0; links < MAX_CHAIN; links += 1) {
    const reference = referenceOf(found);
    if (reference === null) return found;
    found = findReferenced(document, reference);
  }
  return undefined;
}

/** `X` for `#/components/schemas/X`: the last step. */
export function nameOfReference(reference: string): string {
  return pointerSteps(percentDecoded(reference)).at(-1) ?? reference;
}

/** The JSON pointer for a path from the root of the document. */
export function pointerOf(...steps: readonly (string | number)[]): string {
  return steps.reduce<string>(pointerTo, '');
}
