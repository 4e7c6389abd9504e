import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import type { DocumentCheck } from '@shared/documents/document-check';
import { pointerSteps } from '@shared/json/find-place';

/**
 * A generated value without the parts that break its schema: within a model that contains itself, the generator ends
 * with an empty object, which lacks what the model requires. Null if there is nothing to leave out, or no way to.
 */
export function withoutBroken(value: JsonValue, check: DocumentCheck): JsonValue | null {
  if (check.kind !== 'checked' || check.findings.length === 0 || check.moreFindings > 0) return null;
  const places = check.findings.map(({ pointer, rule }) => {
    const steps = pointerSteps(pointer);
    return rule === 'required' ? steps.slice(0, -1) : steps;
  });
  if (places.some((steps) => steps.length === 0)) return null;
  return without(value, places);
}

/** @param places by their steps from here. */
function without(value: JsonValue, places: readonly (readonly string[])[]): JsonValue {
  const kept = (step: string, inner: JsonValue): readonly JsonValue[] => {
    const within = places.filter(([first]) => first === step).map(([, ...rest]) => rest);
    return within.some((steps) => steps.length === 0) ? [] : [without(inner, within)];
  };
  if (Array.isArray(value)) return value.flatMap((item: JsonValue, index) => kept(String(index), item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => kept(key, inner).map((each) => [key, each] as const)),
  );
}
