import { NOTHING_SAID, type SchemaView } from '../documents/schema-view';

/** For tests: a schema with these fields and nothing else. */
export function testingSchema(more: Partial<SchemaView> = {}): SchemaView {
  return { ...NOTHING_SAID, ...more };
}
