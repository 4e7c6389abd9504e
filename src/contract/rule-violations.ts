import type { Finding, FindingRule, FindingSeverity } from './finding';
import type { RuleViolation } from './generated/validators.mjs';
import { previewOf } from './preview';
import { typeWord, valueOfType } from './type-words';

/**
 * Leaves out the violations that only repeat others. A nullable object is written as "object or null", so the validator
 * reports the choice and each of its alternatives; what remains is one violation for each wrong value.
 */
export function mostSpecific(violations: readonly RuleViolation[]): RuleViolation[] {
  const mismatches = typeMismatches(violations);
  const told = new Set<string>();
  return violations.filter(({ keyword, instancePath }) => {
    if (keyword === 'anyOf' || keyword === 'if') return false;
    if (keyword !== 'type') return !mismatches.has(instancePath);
    if (!mismatches.has(instancePath) || told.has(instancePath)) return false;
    told.add(instancePath);
    return true;
  });
}

/**
 * The expected types of each value that has none of them, by its pointer. A value is left out when the only type it
 * fails is null: it fits the type of the other alternative.
 */
export function typeMismatches(violations: readonly RuleViolation[]): Map<string, readonly string[]> {
  const asked = new Map<string, Set<string>>();
  for (const { keyword, instancePath, params } of violations) {
    if (keyword !== 'type') continue;
    const types = asked.get(instancePath) ?? new Set<string>();
    for (const type of [params.type].flat()) types.add(String(type));
    asked.set(instancePath, types);
  }
  const mismatches = new Map<string, readonly string[]>();
  for (const [pointer, types] of asked) {
    if (types.size > 1 || !types.has('null')) mismatches.set(pointer, [...types]);
  }
  return mismatches;
}

const kindOfKeyword: Readonly<Record<string, readonly [FindingRule, FindingSeverity]>> = {
  additionalProperties: ['unlisted-property', 'warning'],
  unevaluatedProperties: ['unlisted-property', 'warning'],
  'x-unlisted': ['unlisted-property', 'note'],
  required: ['required', 'error'],
  type: ['type', 'error'],
  pattern: ['pattern', 'error'],
  minimum: ['range', 'error'],
  maximum: ['range', 'error'],
  minLength: ['length', 'error'],
  maxLength: ['length', 'error'],
  format: ['format', 'error'],
  const: ['constant', 'error'],
  enum: ['unknown-enum', 'warning'],
  'x-open-enum': ['unknown-enum', 'note'],
};

/** All rules of our own contract are in the table; an added document may use any other rule of JSON Schema. */
export function kindOf({ keyword }: RuleViolation): readonly [FindingRule, FindingSeverity] {
  return kindOfKeyword[keyword] ?? ['other', 'error'];
}

/** The finding for one violation. `types` is the entry of `typeMismatches` for the violation's pointer. */
export function findingOf(violation: RuleViolation, body: unknown, types: readonly string[]): Finding {
  const [rule, severity] = kindOf(violation);
  const pointer = pointerOf(violation);
  const found = valueAt(body, pointer);
  const [message, expected] = describeViolation(violation, found, types);
  return { pointer, rule, severity, message, value: rule === 'required' ? null : previewOf(found), expected };
}

function pointerOf({ keyword, instancePath, params }: RuleViolation): string {
  const unlisted = params.additionalProperty ?? params.unevaluatedProperty;
  const property = keyword === 'required' ? params.missingProperty : unlisted;
  return typeof property === 'string' ? `${instancePath}/${escaped(property)}` : instancePath;
}

const escaped = (property: string) => property.replace(/~/g, '~0').replace(/\//g, '~1');
const unescaped = (part: string) => part.replace(/~1/g, '/').replace(/~0/g, '~');

/** The value at a JSON pointer; undefined when there is none. */
function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const part of pointer.split('/').slice(1).map(unescaped)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** The message for people, and what was expected. */
function describeViolation(
  violation: RuleViolation,
  found: unknown,
  types: readonly string[],
): readonly [string, string] {
  const { keyword, params } = violation;
  const limit = String(params.limit);
  const shown = previewOf(found);
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return [
        'The specification does not list this property, and allows none but those it lists.',
        'no such property',
      ];
    case 'x-unlisted':
      return ['The specification does not show this property.', 'not shown'];
    case 'required':
      // The message names the property, because the screen shows it at the object around the missing property.
      return [`The property “${String(params.missingProperty)}” is required, and it is missing.`, 'present'];
    case 'type':
      return [
        `This should be ${types.map(valueOfType).join(' or ')}, and it is ${describeKind(found)}.`,
        types.map(typeWord).join(' or '),
      ];
    case 'pattern':
      return [`${shown} does not match the pattern ${String(params.pattern)}`, String(params.pattern)];
    case 'minimum':
      return [`${shown} is less than ${limit}, the smallest value allowed.`, `${limit} or more`];
    case 'maximum':
      return [`${shown} is more than ${limit}, the largest value allowed.`, `${limit} or less`];
    case 'minLength':
      return [
        `The text has ${lengthOf(found)}; it should have at least ${limit}.`,
        `at least ${limit} characters`,
      ];
    case 'maxLength':
      return [
        `The text has ${lengthOf(found)}; it should have at most ${limit}.`,
        `at most ${limit} characters`,
      ];
    case 'format':
      return [`${shown} is not ${formatName(params.format)}.`, String(params.format)];
    case 'const':
      return [
        `This is ${shown}; it should always be ${JSON.stringify(params.allowedValue)}.`,
        JSON.stringify(params.allowedValue),
      ];
    case 'enum':
      return [
        `${shown} is not one of the values that the specification lists.`,
        listOf(params.allowedValues),
      ];
    case 'x-open-enum':
      return [
        `${shown} is not one of the known values. The specification asks clients to tolerate others.`,
        listOf(params.knownValues),
      ];
    case 'exclusiveMinimum':
      return [`${shown} should be more than ${limit}.`, `more than ${limit}`];
    case 'exclusiveMaximum':
      return [`${shown} should be less than ${limit}.`, `less than ${limit}`];
    case 'minItems':
      return [`The list is shorter than ${limit}, the shortest allowed.`, `at least ${limit} items`];
    case 'maxItems':
    case 'items':
      return [`The list is longer than ${limit}, the longest allowed.`, `at most ${limit} items`];
    case 'false schema':
      return ['The specification allows nothing here.', 'nothing'];
    case 'oneOf':
      return [
        'This fits none of the shapes that it may have, or more than one.',
        'exactly one of its shapes',
      ];
    default:
      return [`This breaks the rule ${keyword}.`, keyword];
  }
}

const listOf = (values: unknown) =>
  [values]
    .flat()
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');

/** Counted in code points, not UTF-16 units. */
function lengthOf(found: unknown): string {
  const length = typeof found === 'string' ? [...found].length : 0;
  return length === 1 ? '1 character' : `${length} characters`;
}

function describeKind(value: unknown): string {
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Number.isFinite(value) && !Number.isInteger(value)) return 'a number with a fraction';
  return valueOfType(Array.isArray(value) ? 'array' : typeof value);
}

function formatName(format: unknown): string {
  if (format === 'uuid') return 'a UUID';
  return format === 'date-time' ? 'a date and time with its UTC offset' : `of the format ${String(format)}`;
}
