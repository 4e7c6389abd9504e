import { typeWord } from '@contract/type-words';
import type { JsonValue, SchemaLimits, SchemaView } from './schema-view';

/** How many values of an enumeration are listed in one line. */
const MAX_VALUES = 12;

/** The type of a field in a few words: `uuid`, `list of CartItem`, `visa, amex or others`. */
export function describeType(schema: SchemaView): string {
  if (schema.reference !== null) return schema.name ?? schema.reference;
  if (schema.constant !== null) return `always ${text(schema.constant.value)}`;
  if (schema.values !== null) return describeValues(schema.values, schema.openValues);
  if (schema.choice !== null) return joined(schema.choice.options.map(describeType), 'or');
  const parts = schema.allOf.filter(({ reference, types }) => reference !== null || types.length > 0);
  if (schema.types.length === 0 && parts.length > 0) return joined(parts.map(describeType), 'and');
  if (schema.types.length === 0) return 'anything';
  return joined(
    schema.types.map((type) => {
      if (type === 'array' && schema.items !== null) return `list of ${describeType(schema.items)}`;
      if (type === 'object') return describeObject(schema);
      const word = typeWord(type);
      return type === 'string' ? (schema.format ?? word) : word;
    }),
    'or',
  );
}

/** The rules apart from the type, one by one: `1 to 255 characters`, `or null`. */
export function describeRules(schema: SchemaView): readonly string[] {
  const { limits } = schema;
  const rules = [
    ...describeLimits(limits),
    schema.pattern === null ? null : `pattern ${schema.pattern}`,
    schema.uniqueItems ? 'no item twice' : null,
    schema.types.includes('object') && schema.others === 'none' ? 'no other fields' : null,
    ...schema.otherRules.map((rule) => (rule === 'nothing is valid' ? rule : `rule "${rule}", not shown`)),
    schema.defaultValue === null ? null : `default ${text(schema.defaultValue.value)}`,
    schema.deprecated ? 'deprecated' : null,
    schema.readOnly ? 'only in answers' : null,
    schema.writeOnly ? 'only in requests' : null,
  ];
  return rules.filter((rule) => rule !== null);
}

/** Everything about a field in one line: `text, required, 1 to 255 characters`, `GuestBuyer, or null`. */
export function describeField(schema: SchemaView, required: boolean): string {
  return [
    describeType(schema),
    ...(required ? ['required'] : []),
    ...(schema.nullable ? ['or null'] : []),
    ...describeRules(schema),
  ].join(', ');
}

/** `a, b or c`; a long list ends with how many more values there are. */
export function describeValues(values: readonly JsonValue[], open: boolean): string {
  const shown = values.slice(0, MAX_VALUES).map(text);
  if (values.length > MAX_VALUES) {
    const more = `${shown.join(', ')} and ${(values.length - MAX_VALUES).toLocaleString('en')} more`;
    return open ? `${more}, or others` : more;
  }
  return open ? `${shown.join(', ')}, or others` : joined(shown, 'or');
}

function describeObject(schema: SchemaView): string {
  if (schema.properties.length > 0 || typeof schema.others === 'string') return schema.name ?? 'object';
  const of = describeType(schema.others);
  return of === 'text' ? 'texts by name' : `${of} by name`;
}

function describeLimits(limits: SchemaLimits): readonly (string | null)[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
  return [
    range(limits.minLength, limits.maxLength, 'character'),
    range(limits.minItems, limits.maxItems, 'item'),
    range(limits.minProperties, limits.maxProperties, 'field'),
    range(minimum, maximum, null),
    exclusiveMinimum === undefined ? null : `more than ${number(exclusiveMinimum)}`,
    exclusiveMaximum === undefined ? null : `less than ${number(exclusiveMaximum)}`,
    multipleOf === undefined ? null : `a multiple of ${number(multipleOf)}`,
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string | null): string | null {
  const words = (amount: number): string =>
    unit === null ? number(amount) : `${number(amount)} ${amount === 1 ? unit : `${unit}s`}`;
  if (least === undefined && most === undefined) return null;
  if (least === undefined) return `at most ${words(most ?? 0)}`;
  if (most === undefined) return `at least ${words(least)}`;
  return least === most ? words(most) : `${number(least)} to ${words(most)}`;
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 20 });
}

function text(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function joined(words: readonly string[], last: string): string {
  const unique = [...new Set(words)];
  return unique.length < 2 ? unique.join('') : `${unique.slice(0, -1).join(', ')} ${last} ${unique.at(-1)}`;
}
