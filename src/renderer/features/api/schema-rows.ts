import type { PropertyView, SchemaView } from '@shared/documents/schema-view';

/** A line of a schema: a field, a part of an `allOf`, or an alternative of a choice. */
export interface SchemaRow extends PropertyView {
  readonly key: string;
}

/** The contents of a schema as lines. */
export function rowsOf(schema: SchemaView): readonly SchemaRow[] {
  const fields = schema.properties.map((property) => ({ ...property, key: `field ${property.name}` }));
  const parts = schema.allOf.map((part, index) => ({
    key: `part ${index}`,
    name: `all of: ${part.name ?? 'and'}`,
    required: false,
    schema: part,
  }));
  const options = (schema.choice?.options ?? []).map((option, index) => ({
    key: `option ${index}`,
    name: `${schema.choice?.kind === 'oneOf' ? 'one of' : 'any of'}: ${option.name ?? `option ${index + 1}`}`,
    required: false,
    schema: option,
  }));
  const others =
    typeof schema.others === 'string'
      ? []
      : [{ key: 'others', name: 'any name', required: false, schema: schema.others }];
  const items =
    schema.items === null ? [] : [{ key: 'items', name: 'each item', required: false, schema: schema.items }];
  return [...parts, ...fields, ...options, ...others, ...items];
}

/** The schema to show when a line is opened: its own, or that of its items; null if there is nothing more to show. */
export function innerOf(schema: SchemaView): SchemaView | null {
  if (schema.reference !== null) return schema;
  if (schema.properties.length > 0 || schema.choice !== null || schema.allOf.length > 0) return schema;
  if (schema.items !== null) return innerOf(schema.items);
  return typeof schema.others === 'string' ? null : innerOf(schema.others);
}
