import type { IncomingMessage } from 'node:http';
import type { ErrorDetail, OperationDetails, Parameter, ParameterSchema } from '@contract';
import { isUuid } from '@shared/text/uuid';
import { parseUrl } from '@shared/http/parse-url';
import { badRequest, detail } from '../errors/api-error';
import type { Query } from './query';

export type ParameterValue = string | number | readonly string[];

/** The values of an operation's parameters by name, checked against the contract; absent parameters are left out. */
export type ParameterValues = ReadonlyMap<string, ParameterValue>;

export interface ParameterSource {
  readonly path: Readonly<Record<string, string | undefined>>;
  readonly query: Query;
  readonly request: IncomingMessage;
}

type Location = Parameter['in'];
type CheckedParameter = { readonly value: ParameterValue } | { readonly problems: readonly ErrorDetail[] };
type ParameterCheck = (text: string, path: readonly (string | number)[]) => CheckedParameter;

/**
 * Builds the function that reads an operation's parameters, from the contract's table. It throws 400 with one detail
 * for each thing that is wrong.
 */
export function parameterReader(operation: OperationDetails): (source: ParameterSource) => ParameterValues {
  const readers = operation.parameters.map((parameter) => {
    const check = checkOf(parameter.in, parameter.schema);
    return (source: ParameterSource): CheckedParameter | null => readOne(parameter, check, source);
  });
  const names = operation.parameters.map(({ name }) => name);
  return (source) => {
    const values = new Map<string, ParameterValue>();
    const problems: ErrorDetail[] = [];
    readers.forEach((read, index) => {
      const checked = read(source);
      if (checked === null) return;
      if ('problems' in checked) problems.push(...checked.problems);
      else values.set(names[index] ?? '', checked.value);
    });
    if (problems.length > 0) throw badRequest(...problems);
    return values;
  };
}

function readOne(
  { name, in: location, required, schema }: Parameter,
  check: ParameterCheck,
  source: ParameterSource,
): CheckedParameter | null {
  const given = textsOf(location, name, source);
  // A header has no way to say null, so an empty one counts as null where the contract allows it.
  const texts = given.length === 1 && given[0] === '' && isNullable(schema) ? [] : given;
  const [text] = texts;
  if (text === undefined) {
    return required
      ? { problems: [detail(location, [name], `The ${location} parameter ${name} is missing.`, 'missing')] }
      : null;
  }
  if (texts.length > 1)
    return { problems: [detail(location, [name], `${name} is given ${texts.length} times; give it once.`)] };
  return check(text, [name]);
}

function isNullable({ type }: ParameterSchema): boolean {
  return typeof type !== 'string' && type.includes('null');
}

/** The raw values of the parameter, in the order in which they arrived. */
function textsOf(
  location: Location,
  name: string,
  { path, query, request }: ParameterSource,
): readonly string[] {
  switch (location) {
    case 'path':
      return path[name] === undefined ? [] : [path[name]];
    case 'query':
      return query.getAll(name);
    case 'header':
      return headerTexts(request, name);
  }
}

function headerTexts({ headers, rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const joined = headers[name];
  if (typeof joined !== 'string') return [];
  if (!joined.includes(',')) return [joined.trim()];
  // Node joins repeated headers with a comma; the difference shows only in the raw list.
  const texts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
  return texts.map((text) => text.trim());
}

/**
 * Builds the check for a schema. An unknown type or format is a bug of the sandbox and is found at start-up, so that
 * nothing goes unchecked.
 */
function checkOf(location: Location, schema: ParameterSchema): ParameterCheck {
  const { type, pattern, format } = schema;
  if (type === 'array') return arrayCheck(location, schema);
  const rules: ((text: string) => string | null)[] = [];
  if (type === 'integer')
    rules.push((text) => {
      if (INTEGER.test(text)) return null;
      return WITH_ZEROS.test(text)
        ? 'An integer is written without leading zeros.'
        : 'This is not an integer.';
    });
  if (format === 'uuid') rules.push((text) => (isUuid(text) ? null : 'This is not a UUID.'));
  if (format === 'uri') rules.push((text) => (parseUrl(text) !== null ? null : 'This is not a URL.'));
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    rules.push((text) => (expression.test(text) ? null : `This does not match ${pattern}.`));
  }
  return (text, path) => {
    for (const rule of rules) {
      const message = rule(text);
      if (message !== null) return { problems: [detail(location, path, message)] };
    }
    return { value: type === 'integer' ? Number(text) : text };
  };
}

function arrayCheck(location: Location, { items, minItems = 0 }: ParameterSchema): ParameterCheck {
  const check = items ? checkOf(location, items) : null;
  return (text, path) => {
    const texts = text.split(',').map((item) => item.trim());
    const problems = texts.flatMap((item, index) => {
      const checked = check?.(item, [...path, index]);
      return checked && 'problems' in checked ? checked.problems : [];
    });
    if (texts.length < minItems) problems.push(detail(location, path, `At least ${minItems} must be given.`));
    return problems.length > 0 ? { problems } : { value: texts };
  };
}

const INTEGER = /^-?(0|[1-9]\d*)$/;
/** JSON, whose types the specification uses, has no numbers with leading zeros. */
const WITH_ZEROS = /^-?0\d+$/;
