// What the generators read from the contract's document, src/contract/openapi.yaml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const source = new URL('../../src/contract/openapi.yaml', import.meta.url);
export const document = parse(readFileSync(source, 'utf8'));

export const componentPrefix = '#/components/schemas/';

/** [id, method, path, operation] for each operation, in the document's order. */
export function eachOperation() {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      operation.operationId,
      method.toUpperCase(),
      path,
      operation,
    ]),
  );
}

/** The JSON media type of a request body or response, if it has one. */
export const jsonOf = (holder) => holder.content?.['application/json'];

/** The node itself, or what its `$ref` refers to. */
export function resolve(node) {
  if (!node.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((parent, key) => parent[key], document);
}

/** The values that an enumeration lists, open or closed. */
export function knownValuesOf(schema) {
  return schema.enum ?? schema.anyOf.find((branch) => branch.enum).enum;
}

/**
 * A response that is a single named schema is checked by the validator of that name; any other has a validator named
 * after its operation and status.
 */
export function validatorName(id, status, schema) {
  return schema.$ref?.startsWith(componentPrefix)
    ? schema.$ref.slice(componentPrefix.length)
    : `${id}_${status}`;
}
