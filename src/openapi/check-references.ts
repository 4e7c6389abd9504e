import { isRecord } from '@shared/json/unknown-fields';
import type { DocumentProblem } from '@shared/documents/document-summary';
import type { JsonValue } from '@shared/documents/schema-view';
import { findReferenced, referenceOf, type JsonObject } from './raw-document';
import { problemAt } from './read-content';

/** Under these keys there is data, never a schema or reference, whatever it looks like. */
const DATA: ReadonlySet<string> = new Set(['example', 'default', 'const', 'enum', 'value']);
/** The keys in these objects are names chosen by the document: a property may be called `example`. */
const NAMED: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'examples', 'mapping'],
  ...['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'links', 'callbacks', 'pathItems'],
  ...['paths', 'content', 'variables', 'securitySchemes', 'webhooks', 'encoding'],
]);
const TYPES: ReadonlySet<unknown> = new Set([
  ...['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'],
]);

/**
 * Finds references that lead nowhere or out of the document (they are never fetched), and schema types that no reader
 * understands.
 */
export function checkReferences(document: JsonObject): readonly DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  const known = new Map<string, boolean>();
  const leadsSomewhere = (reference: string): boolean => {
    const found = known.get(reference) ?? findReferenced(document, reference) !== undefined;
    known.set(reference, found);
    return found;
  };
  const look = (value: JsonValue, pointer: string, isNamed: boolean): void => {
    if (Array.isArray(value)) {
      value.forEach((item, index) => look(item, `${pointer}/${index}`, false));
      return;
    }
    if (!isRecord(value)) return;
    if (!isNamed) {
      const message = problemOfReference(referenceOf(value), leadsSomewhere) ?? problemOfType(value, pointer);
      if (message !== null) problems.push(problemAt(pointer, message));
    }
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (inner === undefined || (!isNamed && (DATA.has(key) || key.startsWith('x-')))) continue;
      look(
        inner,
        `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        !isNamed && NAMED.has(key),
      );
    }
  };
  look(document, '', false);
  return problems;
}

function problemOfReference(
  reference: string | null,
  leadsSomewhere: (reference: string) => boolean,
): string | null {
  if (reference === null) return null;
  if (!reference.startsWith('#')) return `"${reference}" is outside this document, and is never fetched.`;
  return leadsSomewhere(reference) ? null : `"${reference}" leads nowhere in this document.`;
}

/** An object is taken for a schema when it is in a place where schemas belong. */
function problemOfType(value: JsonObject, pointer: string): string | null {
  const { type } = value;
  if (type === undefined || !/\/(?:schema|items|schemas\/[^/]+|properties\/[^/]+)$/.test(pointer))
    return null;
  const unknown = (Array.isArray(type) ? type : [type]).filter((name) => !TYPES.has(name));
  return unknown.length === 0
    ? null
    : `${unknown.map((name) => JSON.stringify(name)).join(', ')} is not a schema type: any value is accepted here.`;
}
