// Generates src/contract/generated from src/contract/openapi.yaml: types, tables and validators.
//   node build/generate.mjs           writes what changed
//   node build/generate.mjs --check   writes nothing; exits with 1 and lists the files that are stale
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, or, stringify } from 'ajv/dist/compile/codegen/index.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import standalone from 'ajv/dist/standalone/index.js';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import prettier from 'prettier';
import ts from 'typescript';
import { parse } from 'yaml';

const root = new URL('../', import.meta.url);
const source = new URL('src/contract/openapi.yaml', root);
const target = new URL('src/contract/generated/', root);
const header = '// Generated from ../openapi.yaml by `npm run generate`. Do not edit.\n';

const document = parse(readFileSync(source, 'utf8'));

// Types ---------------------------------------------------------------------------------------------------------

/** The document's types. A known-values list with `x-open-enum` stays open: completion knows it, any string fits. */
async function typesFile() {
  const nodes = await openapiTS(source, {
    alphabetize: false,
    // A field with a default may still be absent from a response, and must read as optional.
    defaultNonNullable: false,
    transform: (schema) => (schema['x-open-enum'] ? openEnumType(knownValuesOf(schema)) : undefined),
  });
  return format(header + astToString(nodes), 'types.ts');
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

/** Every operation by its id: where it lives, what it takes, what it answers. */
export const operations = ${JSON.stringify(Object.fromEntries(eachOperation().map(operationEntry)))} as const satisfies OperationTable;

/** The values that the specification lists, by name of the list. */
export const knownValues = ${JSON.stringify(knownValueLists())} as const;

/** The lists of \`knownValues\` that clients must tolerate other values of. */
export const openLists = ${JSON.stringify(namesOf(({ 'x-open-enum': open }) => open))} as const;

/** The areas that the specification groups the API into. */
export const areas = ${JSON.stringify(document.tags.filter((tag) => !tag['x-our-reading']))} as const;

/** What the specification leaves open for the API as a whole. */
export const notShown = ${JSON.stringify(document.info['x-not-shown'])} as const;
`;
  return format(text, 'operations.ts');
}

/** [id, method, path, operation] of each operation, in the document's order. */
function eachOperation() {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      operation.operationId,
      method.toUpperCase(),
      path,
      operation,
    ]),
  );
}

function operationEntry([id, method, path, operation]) {
  const body = operation.requestBody;
  const entry = {
    method,
    path,
    summary: operation.summary,
    tag: operation.tags[0],
    requiredScopes: operation['x-required-scopes'] ?? null,
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
    notShown: operation['x-not-shown'] ?? [],
    ourReading: operation['x-our-reading'] ?? [],
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
    notShown: parameter['x-not-shown'] ?? [],
    ourReading: parameter['x-our-reading'] ?? [],
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

function knownValuesOf(schema) {
  return schema.enum ?? schema.anyOf.find((branch) => branch.enum).enum;
}

const jsonOf = (holder) => holder.content?.['application/json'];

function resolve(node) {
  if (!node.$ref) return node;
  return node.$ref
    .slice(2)
    .split('/')
    .reduce((parent, key) => parent[key], document);
}

// Validators ----------------------------------------------------------------------------------------------------

const componentPrefix = '#/components/schemas/';

/** A response that is one named schema is checked by that schema's name, any other by operation and status. */
function validatorName(id, status, schema) {
  return schema.$ref?.startsWith(componentPrefix)
    ? schema.$ref.slice(componentPrefix.length)
    : `${id}_${status}`;
}

/** Schema by validator name, for every response body that the document describes. */
function validatedSchemas() {
  const schemas = { Buyer: document.components.schemas.Buyer };
  for (const [id, , , operation] of eachOperation()) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = jsonOf(resolve(response))?.schema;
      if (schema) schemas[validatorName(id, status, schema)] = resolve(schema);
    }
  }
  return schemas;
}

/**
 * Formats as regular expressions, so that ajv writes them into the code.
 * Stricter than ajv-formats: RFC 3339 allows no `urn:uuid:` prefix, no space for the T, no offset without its colon.
 */
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const dayOfYear =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))';
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const formats = {
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  'date-time': new RegExp(
    `^(?:\\d{4}-${dayOfYear}|${leapYear}-02-29)T${clock}:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:Z|[+-]${clock})$`,
    'i',
  ),
};

/** A string outside the known list: reported, though valid for whoever ignores this keyword. */
const openEnumKeyword = {
  keyword: 'x-open-enum',
  schemaType: 'boolean',
  error: {
    message: 'is not one of the known values',
    params: (context) => _`{knownValues: ${knownValuesConstant(context)}}`,
  },
  code(context) {
    const isKnown = knownValuesOf(context.parentSchema).map((value) => _`${context.data} === ${value}`);
    context.pass(or(_`typeof ${context.data} !== "string"`, ...isKnown));
  },
};

function knownValuesConstant({ gen, parentSchema }) {
  const values = knownValuesOf(parentSchema);
  return gen.scopeValue('schema', { ref: values, code: stringify(values) });
}

/** Any property that reaches it is one that the document does not list. */
const unlistedKeyword = {
  keyword: 'x-unlisted',
  schemaType: 'string',
  error: { message: 'is not listed', params: _`{}` },
  code: (context) => context.fail(_`true`),
};

/** One module without imports: nothing is compiled or loaded at run time. */
function validatorsFile() {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    inlineRefs: false,
    formats,
    keywords: [openEnumKeyword, unlistedKeyword, 'x-not-shown', 'x-our-reading'],
    code: { source: true, esm: true, lines: true },
  });
  const wanted = validatedSchemas();
  for (const [name, schema] of Object.entries({ ...document.components.schemas, ...wanted })) {
    ajv.addSchema({
      $id: name,
      ...JSON.parse(JSON.stringify(schema).replaceAll(`"${componentPrefix}`, '"')),
    });
  }
  const ids = Object.fromEntries(Object.keys(wanted).map((name) => [name, name]));
  // ajv's code asks for this one helper by require(); its own source goes in the place of that.
  const code = standalone
    .default(ajv, ids)
    .replaceAll(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'ucs2length');
  if (code.includes('require(')) throw new Error('The validators still load something at run time.');
  return `${header}${ucs2length.default.toString()}\n${code}\n`;
}

async function validatorTypesFile() {
  const names = Object.keys(validatedSchemas());
  const text = `${header}
/** One broken rule, as ajv reports it. */
export interface RuleBreak {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  /** The breaks of the last call; null when there were none. */
  errors?: readonly RuleBreak[] | null;
}

${names.map((name) => `export const ${name}: Validator;`).join('\n')}
`;
  return format(text, 'validators.d.mts');
}

// Files ---------------------------------------------------------------------------------------------------------

async function format(text, name) {
  const options = await prettier.resolveConfig(fileURLToPath(new URL(name, target)));
  return prettier.format(text, { ...options, parser: 'typescript' });
}

function write(wanted) {
  mkdirSync(target, { recursive: true });
  for (const name of surplusFiles(wanted)) rmSync(new URL(name, target));
  for (const [name, text] of Object.entries(wanted)) writeFileSync(new URL(name, target), text);
  console.log(`Generated ${Object.keys(wanted).join(', ')} in src/contract/generated.`);
  return 0;
}

function reportStale(wanted) {
  const changed = Object.entries(wanted).filter(([name, text]) => textOf(name) !== text);
  const stale = [...changed.map(([name]) => name), ...surplusFiles(wanted)];
  for (const name of stale) console.error(`stale: src/contract/generated/${name} (run: npm run generate)`);
  if (stale.length === 0) console.log('src/contract/generated matches openapi.yaml.');
  return stale.length === 0 ? 0 : 1;
}

function textOf(name) {
  try {
    return readFileSync(new URL(name, target), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function surplusFiles(wanted) {
  return existsSync(target) ? readdirSync(target).filter((name) => !(name in wanted)) : [];
}

const files = {
  'types.ts': await typesFile(),
  'operations.ts': await operationsFile(),
  'validators.mjs': validatorsFile(),
  'validators.d.mts': await validatorTypesFile(),
};
process.exitCode = process.argv.includes('--check') ? reportStale(files) : write(files);
