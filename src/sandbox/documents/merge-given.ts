import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import { member, type JsonObject } from '@openapi/raw-document';

/**
 * Merges the values given by a request into an answer, only under names that the answer has: a card number in a request
 * does not come back in an answer that is not described as having one.
 * @param known an answer with everything that its schema names.
 */
export function mergeKnown(base: JsonValue, given: JsonValue, known: JsonValue | undefined): JsonValue {
  if (!isRecord(base) || !isRecord(given)) return isRecord(base) ? base : like(base, given);
  const isFree = Object.keys(base).length === 0 && (!isRecord(known) || Object.keys(known).length === 0);
  if (isFree) return given;
  // A Map, because any name may occur, including those of Object.prototype.
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(given)) {
    const [there, inKnown] = [member(base, name), member(known, name)];
    if (there === undefined && inKnown === undefined) continue;
    const over = there ?? inKnown;
    merged.set(
      name,
      isRecord(value) ? mergeKnown(there ?? emptyLike(inKnown), value, inKnown) : like(over, value),
    );
  }
  return Object.fromEntries(merged);
}

/** Merges one change into an earlier one, under whatever names. */
export function mergeChange(before: JsonValue, change: JsonValue): JsonValue {
  if (!isRecord(before) || !isRecord(change)) return change;
  const inner = Object.entries(change).map(([name, value]): readonly [string, JsonValue] => {
    const there = member(before, name);
    return [name, there === undefined ? value : mergeChange(there, value)];
  });
  return { ...before, ...Object.fromEntries(inner) };
}

/** Splits what was given into objects with one name each. */
export function partsOfGiven(given: JsonValue): readonly JsonObject[] {
  return isRecord(given) ? Object.entries(given).map(([name, value]) => ({ [name]: value })) : [];
}

function emptyLike(known: JsonValue | undefined): JsonValue {
  return isRecord(known) || known === undefined ? {} : known;
}

/** A form contains only text, which is converted to the type of the answer's value in that place. */
function like(there: JsonValue | undefined, given: JsonValue): JsonValue {
  if (typeof given !== 'string') return given;
  if (typeof there === 'number' && given.trim() !== '' && Number.isFinite(Number(given)))
    return Number(given);
  return typeof there === 'boolean' && /^(?:true|false)$/.test(given) ? given === 'true' : given;
}
