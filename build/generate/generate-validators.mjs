// Turns the contract's schemas into JavaScript functions, for build/generate/generate.mjs.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, or, stringify } from 'ajv/dist/compile/codegen/index.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import standalone from 'ajv/dist/standalone/index.js';
import {
  componentPrefix,
  document,
  eachOperation,
  jsonOf,
  knownValuesOf,
  resolve,
  validatorName,
} from './contract-document.mjs';

/** Schemas by validator name, for every response body that the document describes. */
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
 * Formats as regular expressions, so that ajv writes them into the generated code.
 * Stricter than ajv-formats: RFC 3339 allows no `urn:uuid:` prefix, no space in place of the T, and no offset without a colon.
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

/** A string outside the known list is reported, although it is valid for validators that ignore this keyword. */
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

/** Any property that gets this far is not listed by the document. */
const unlistedKeyword = {
  keyword: 'x-unlisted',
  schemaType: 'string',
  error: { message: 'is not listed', params: _`{}` },
  code: (context) => context.fail(_`true`),
};

/**
 * The names of a value's own properties that are described by its schema, or by any schema that the schema refers to.
 */
function propertiesOf(schema) {
  const { properties = {}, allOf = [], if: condition, then: consequence } = resolve(schema);
  const parts = [...allOf, condition, consequence].filter(Boolean);
  return [...new Set([...Object.keys(properties), ...parts.flatMap(propertiesOf)])];
}

/**
 * By validator name, the members of a body that the validator examines; members with any other name are only reported
 * as unlisted.
 */
export function validatedMembers() {
  return Object.fromEntries(
    Object.entries(validatedSchemas()).map(([name, schema]) => [name, propertiesOf(schema)]),
  );
}

/** A single module: at run time nothing is compiled, and nothing is loaded from ajv. */
export function validatorsCode() {
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
    const named = JSON.parse(JSON.stringify(schema).replaceAll(`"${componentPrefix}`, '"'));
    ajv.addSchema({ $id: name, ...named });
  }
  const ids = Object.fromEntries(Object.keys(wanted).map((name) => [name, name]));
  return withOwnHelpers(standalone.default(ajv, ids));
}

/**
 * ajv's code loads one helper with require(), whose source is inlined instead. It also collects violations without a
 * limit, and copies the list for every item of an array; the resulting code does neither.
 */
function withOwnHelpers(ajvCode) {
  const code = ajvCode
    .replaceAll(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'ucs2length')
    .replaceAll(/vErrors\.push\((err\d+)\)/g, 'addViolation(vErrors, $1)')
    .replaceAll(
      /vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\)/g,
      'addViolations(vErrors, $1.errors)',
    );
  if (/require\(|\.concat\(|\.push\(/.test(code))
    throw new Error('ajv writes its code otherwise than expected.');
  return `import { addViolation, addViolations } from '../violation-limit';\n${ucs2length.default.toString()}\n${code}\n`;
}

/** The TypeScript declarations of that module. */
export function validatorTypes() {
  const names = Object.keys(validatedSchemas());
  return `
/** One broken rule, as ajv reports it. */
export interface RuleViolation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

export interface Validator {
  (value: unknown): boolean;
  /** The violations of the last call; null if there were none. */
  errors?: readonly RuleViolation[] | null;
}

${names.map((name) => `export const ${name}: Validator;`).join('\n')}
`;
}
