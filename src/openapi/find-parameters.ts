import type { ParameterPlace } from '@shared/documents/operation-details';
import { isParameterPlace, NOT_PARAMETERS } from './read-operation';
import { listAt, member, objectAt, resolvedPointer, textAt, valueAt, type JsonObject } from './raw-document';
import type { FoundOperation } from './read-content';

/** A parameter with the pointer to its schema, which is needed to check values. */
export interface FoundParameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly required: boolean;
  readonly schema: string | null;
  /** True when the value is written as text of a media type, usually JSON. */
  readonly isContent: boolean;
}

/** The parameters of the path item, overridden by those of the operation. Unreadable ones are left out. */
export function findParameters(
  document: JsonObject,
  { pointer, pathItem, raw }: FoundOperation,
): readonly FoundParameter[] {
  const item = pointer.slice(0, pointer.lastIndexOf('/'));
  const places = [
    ...listAt(pathItem, 'parameters').map((_, index) => `${item}/parameters/${index}`),
    ...listAt(raw, 'parameters').map((_, index) => `${pointer}/parameters/${index}`),
  ];
  const byKey = new Map<string, FoundParameter>();
  for (const written of places) {
    const place = resolvedPointer(document, written);
    const parameter = place === null ? null : parameterAt(document, place);
    if (parameter) byKey.set(`${parameter.place} ${parameter.name.toLowerCase()}`, parameter);
  }
  return [...byKey.values()];
}

function parameterAt(document: JsonObject, pointer: string): FoundParameter | null {
  const raw = valueAt(document, pointer);
  const [name, place] = [textAt(raw, 'name'), textAt(raw, 'in')];
  if (name === null || place === null || !isParameterPlace(place)) return null;
  if (place === 'header' && NOT_PARAMETERS.has(name.toLowerCase())) return null;
  const [mediaType] = Object.keys(objectAt(raw, 'content'));
  const escaped = mediaType?.replaceAll('~', '~0').replaceAll('/', '~1');
  const holder = escaped === undefined ? pointer : `${pointer}/content/${escaped}`;
  return {
    name,
    place,
    required: place === 'path' || member(raw, 'required') === true,
    schema: member(valueAt(document, holder), 'schema') === undefined ? null : `${holder}/schema`,
    isContent: mediaType !== undefined,
  };
}
