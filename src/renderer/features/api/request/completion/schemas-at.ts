import type { SchemaView } from '@shared/documents/schema-view';

/** Gives the model that a reference names; null if it cannot be read. */
export type Resolve = (reference: string) => Promise<SchemaView | null>;

/** How many models within models are followed: a document may have cycles. */
const MAX_DEPTH = 8;
/** Alternatives beyond this number are ignored. */
const MAX_SCHEMAS = 100;

/** Every schema that applies to the value at a path, including all parts of an `allOf` and each alternative of a choice. */
export async function schemasAt(
  root: SchemaView,
  path: readonly (string | number)[],
  resolve: Resolve,
): Promise<readonly SchemaView[]> {
  let schemas = await expanded([root], resolve);
  for (const step of path) {
    const inner = schemas.flatMap((schema) => stepInto(schema, step));
    if (inner.length === 0) return [];
    schemas = await expanded(inner, resolve);
  }
  return schemas;
}

async function expanded(schemas: readonly SchemaView[], resolve: Resolve): Promise<readonly SchemaView[]> {
  const found: SchemaView[] = [];
  const seen = new Set<string>();
  const look = async (schema: SchemaView, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH || found.length >= MAX_SCHEMAS) return;
    if (schema.reference !== null) {
      if (seen.has(schema.reference)) return;
      seen.add(schema.reference);
      const model = await resolve(schema.reference);
      if (model !== null) await look(model, depth + 1);
    }
    found.push(schema);
    for (const part of [...schema.allOf, ...(schema.choice?.options ?? [])]) await look(part, depth + 1);
  };
  for (const schema of schemas) await look(schema, 0);
  return found;
}

function stepInto(schema: SchemaView, step: string | number): readonly SchemaView[] {
  if (typeof step === 'number') {
    const own = schema.firstItems[step] ?? schema.items;
    return own === null ? [] : [own];
  }
  const known = schema.properties.filter(({ name }) => name === step).map((property) => property.schema);
  if (known.length > 0) return known;
  return typeof schema.others === 'string' ? [] : [schema.others];
}
