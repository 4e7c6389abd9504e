import type { SchemaView } from '../documents/schema-view';

/** For tests: a schema that says this and nothing else. */
export function testingSchema(more: Partial<SchemaView> = {}): SchemaView {
  return {
    reference: null,
    name: null,
    types: [],
    nullable: false,
    description: null,
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    format: null,
    pattern: null,
    values: null,
    openValues: false,
    constant: null,
    defaultValue: null,
    examples: [],
    limits: {},
    uniqueItems: false,
    properties: [],
    others: 'any',
    items: null,
    firstItems: [],
    allOf: [],
    choice: null,
    otherRules: [],
    cut: false,
    ...more,
  };
}
