// Generates src/contract/generated from src/contract/openapi.yaml: types, tables and validators.
//   node build/generate/generate.mjs           writes the files
//   node build/generate/generate.mjs --check   writes nothing; exits with 1 and lists the files that are stale
// A folder given as the last argument replaces src/contract/generated.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { formatted } from '../formatted.mjs';
import { repoRoot } from '../setup/paths.mjs';
import {
  document,
  eachOperation,
  jsonOf,
  knownValuesOf,
  resolve,
  source,
  validatorName,
} from './contract-document.mjs';
import { fieldGroups } from './generate-fields.mjs';
import { validatedMembers, validatorsCode, validatorTypes } from './generate-validators.mjs';

const { values: options, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const target = positionals[0] ?? join(repoRoot, 'src/contract/generated');
const header = '// Generated from ../openapi.yaml by `npm run generate`. Do not edit.\n';

// Types ---------------------------------------------------------------------------------------------------------

/**
 * The document's types. A list of known values with `x-open-enum` stays open: editors complete the values, but any
 * string is allowed.
 */
async function typesFile() {
  const nodes = await openapiTS(source, {
    alphabetize: false,
    // A field with a default may still be missing from a response, so its type has to be optional.
    defaultNonNullable: false,
    transform: (schema) => (schema['x-open-enum'] ? openEnumType(knownValuesOf(schema)) : undefined),
  });
  return formatted('types.ts', header + astToString(nodes));
}

function openEnumType(values) {
  const { factory } = ts;
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
  const known = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)));
  return factory.createUnionTypeNode([...known, factory.createParenthesizedType(anyString)]);
}

// Tables --------------------------------------------------------------------------------------------------------

async function operationsFile() {
  const text = `${header}
import type { OperationTable, StatusTable } from '../operation-types';

/** Every error of the API by status: code, default message and meaning. */
export const errorStatuses = ${JSON.stringify(errorStatuses())} as const satisfies StatusTable;

/** Every operation by its id: its method and path, and the scopes that it requires. */
export const operations = ${JSON.stringify(Object.fromEntries(eachOperation().map(operationEntry)))} as const satisfies OperationTable;

/** The values that the specification lists, by the name of each list. */
export const knownValues = ${JSON.stringify(knownValueLists())} as const;
`;
  return formatted('operations.ts', text);
}

function detailsFile() {
  const text = `${header}
import type { OperationDetailsTable } from '../operation-types';

/** The parameters and answers of every operation, by its id. In a file of its own, to keep it out of the start. */
export const operationDetails = ${JSON.stringify(Object.fromEntries(eachOperation().map(detailsEntry)))} as const satisfies OperationDetailsTable;
`;
  return formatted('operation-details.ts', text);
}

function operationEntry([id, method, path, operation]) {
  const entry = {
    method,
    path,
    summary: operation.summary,
    tag: operation.tags[0],
    requiredScopes: operation['x-required-scopes'] ?? null,
  };
  return [id, entry];
}

function detailsEntry([id, , , operation]) {
  const body = operation.requestBody;
  const entry = {
    parameters: (operation.parameters ?? []).map((parameter) => parameterEntry(resolve(parameter))),
    headerFamilies: operation['x-header-families'] ?? [],
    requestBody: body
      ? {
          required: body.required,
          contentTypes: Object.keys(body.content),
          example: jsonOf(body)?.example ?? null,
        }
      : null,
    responses: Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => status !== 'default')
        .map(([status, response]) => [status, responseEntry(id, status, response)]),
    ),
    otherStatuses: Boolean(operation.responses.default),
  };
  return [id, entry];
}

function parameterEntry(parameter) {
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    description: parameter.description,
    schema: parameter.schema,
  };
}

function responseEntry(id, status, response) {
  const resolved = resolve(response);
  const downstream = resolved['x-downstream'] ?? false;
  return {
    meaning: resolved.description,
    body: downstream ? 'free' : resolved.content ? 'json' : 'empty',
    validator: jsonOf(resolved)?.schema ? validatorName(id, status, jsonOf(resolved).schema) : null,
  };
}

/** The common error table, from the shared responses that the operations refer to. */
function errorStatuses() {
  const referred = eachOperation().flatMap(([, , , operation]) => Object.entries(operation.responses));
  const table = {};
  for (const [status, response] of referred) {
    if (!response.$ref) continue;
    const shared = resolve(response);
    const rules = shared.content ? resolve(jsonOf(shared).schema).allOf[1].properties : null;
    if (rules && rules.status.const !== Number(status))
      throw new Error(`${response.$ref} is not for ${status}`);
    table[status] = {
      code: rules?.code.const ?? null,
      defaultMessage: rules?.message.default ?? null,
      meaning: shared.description,
      emptyBody: !rules,
    };
  }
  return table;
}

function knownValueLists() {
  const named = namesOf((schema) => schema.enum || schema['x-open-enum']);
  return Object.fromEntries(named.map((name) => [name, knownValuesOf(document.components.schemas[name])]));
}

function namesOf(isWanted) {
  return Object.entries(document.components.schemas)
    .filter(([, schema]) => isWanted(schema))
    .map(([name]) => name);
}

// Fields --------------------------------------------------------------------------------------------------------

function fieldsFile() {
  const text = `${header}
import type { FieldGroup } from '../operation-types';

/** Every field of the API with what the specification says about it. Loaded on demand, to keep it out of the start. */
export const fieldGroups: readonly FieldGroup[] = ${JSON.stringify(fieldGroups())};
`;
  return formatted('fields.ts', text);
}

function membersFile() {
  const text = `${header}
/** The names of the body's members that a validator looks into, by the validator's name. */
export const validatedMembers: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(validatedMembers())};
`;
  return formatted('members.ts', text);
}

// Files ---------------------------------------------------------------------------------------------------------

function write(wanted) {
  mkdirSync(target, { recursive: true });
  for (const name of surplusFiles(wanted)) rmSync(join(target, name));
  for (const [name, text] of Object.entries(wanted)) writeFileSync(join(target, name), text);
  console.log(`Generated ${Object.keys(wanted).join(', ')} in ${relative(repoRoot, target)}.`);
  return 0;
}

function reportStale(wanted) {
  const changed = Object.entries(wanted).filter(([name, text]) => textOf(name) !== text);
  const stale = [...changed.map(([name]) => name), ...surplusFiles(wanted)];
  for (const name of stale)
    console.error(`stale: ${relative(repoRoot, join(target, name))} (run: npm run generate)`);
  if (stale.length === 0) console.log(`${relative(repoRoot, target)} matches openapi.yaml.`);
  return stale.length === 0 ? 0 : 1;
}

function textOf(name) {
  const file = join(target, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Files that an earlier run generated and this one did not; files without the generator's header are left alone. */
function surplusFiles(wanted) {
  if (!existsSync(target)) return [];
  return readdirSync(target).filter((name) => !(name in wanted) && textOf(name).startsWith(header));
}

const files = {
  'types.ts': await typesFile(),
  'operations.ts': await operationsFile(),
  'operation-details.ts': await detailsFile(),
  'fields.ts': await fieldsFile(),
  'members.ts': await membersFile(),
  'validators.mjs': header + validatorsCode(),
  'validators.d.mts': await formatted('validators.d.mts', header + validatorTypes()),
};
process.exitCode = options.check ? reportStale(files) : write(files);
