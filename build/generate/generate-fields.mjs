// Every field of the API with its description in the specification, for Help: first the parameters, then the answers.
import { document, eachOperation, jsonOf, resolve } from './contract-document.mjs';

/** [{ title, fields: [{ name, description, facts }] }], in the document's order; the error object last. */
export function fieldGroups() {
  const ofOperations = eachOperation().flatMap(([, method, path, operation]) => [
    {
      title: `${operation.summary}: ${method} ${path}`,
      fields: [
        ...(operation.parameters ?? []).map((parameter) => parameterField(resolve(parameter))),
        ...(operation['x-header-families'] ?? []).map(({ prefix, description }) => ({
          name: `${prefix}<name>`,
          description,
          facts: 'header',
        })),
      ],
    },
    ...answerGroup(operation),
  ]);
  const error = { title: 'Error object', fields: fieldsOf(document.components.schemas.Error) };
  return [...ofOperations, error];
}

function parameterField({ name, in: place, required, description, schema }) {
  const facts = [place, ...schemaFacts(schema), required ? 'required' : 'may be left out'];
  return { name, description: oneLine(description), facts: facts.join(' · ') };
}

function answerGroup(operation) {
  const answer = operation.responses['200'];
  const schema = answer && jsonOf(resolve(answer))?.schema;
  return schema ? [{ title: `${operation.summary}: answer`, fields: fieldsOf(resolve(schema)) }] : [];
}

/** The fields of an object and those nested in it, by their paths: `cart_items[].name`. */
function fieldsOf(schema, before = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const { target, nullable } = valueOf(property);
    const items = target.items ? resolve(target.items) : null;
    const path = before + name;
    const facts = [
      ...schemaFacts(target),
      nullable ? 'may be null' : null,
      schema.required?.includes(name) ? 'always there' : null,
    ].filter(Boolean);
    const own = property.description ?? (property === target ? null : target.description);
    return [
      { name: path, description: oneLine(own), facts: facts.join(' · ') },
      ...fieldsOf(items ?? target, `${path}${items ? '[]' : ''}.`),
    ];
  });
}

/** What a property contains when it is not null. */
function valueOf(property) {
  const branches = property.anyOf ?? [];
  const isUnion = branches.some(({ type }) => type === 'null');
  const target = resolve(isUnion ? branches.find(({ type }) => type !== 'null') : property);
  return { target, nullable: isUnion || (Array.isArray(target.type) && target.type.includes('null')) };
}

const FORMATS = { uuid: 'UUID', uri: 'URL', 'date-time': 'date and time' };
const TYPES = { string: 'text', integer: 'whole number', number: 'number', array: 'list', object: 'object' };

function schemaFacts(schema) {
  const values = schema.enum ?? schema.anyOf?.find((branch) => branch.enum)?.enum;
  if (values) return [`${values.join(', ')}${schema['x-open-enum'] ? ', or others' : ''}`];
  if (schema.const !== undefined) return [`always ${schema.const}`];
  const type = [schema.type].flat().find((name) => name !== 'null');
  const lengths = range(schema.minLength, schema.maxLength, 'characters');
  return [
    FORMATS[schema.format] ?? TYPES[type] ?? null,
    lengths,
    range(schema.minimum, schema.maximum),
  ].filter(Boolean);
}

function range(least, most, unit) {
  if (most === undefined) return null;
  const words = `${least ?? 0} to ${most.toLocaleString('en')}`;
  return unit ? `${words} ${unit}` : words;
}

function oneLine(text) {
  return text?.replace(/\s+/g, ' ').trim() ?? null;
}
