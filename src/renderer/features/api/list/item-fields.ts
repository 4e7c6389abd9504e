import type { PropertyView, SchemaView } from '@shared/documents/schema-view';
import type { GridColumn } from '@renderer/components/data-grid/columns';
import {
  fieldsOf,
  itemColumn,
  showId,
  timeColumn,
  valueOf,
  type JsonItem,
} from '@renderer/components/data-grid/item-columns';
import { plainText } from '@shared/markdown/read-markdown';
import { schemasAt, type Resolve } from '../request/completion/schemas-at';

/** Number of columns shown until the person chooses others. */
const SHOWN_AT_FIRST = 8;
const MAX_COLUMNS = 60;
/** How many items are searched for fields that the document does not name. */
const MAX_LOOKED_AT = 200;

/** A field of the items, as the document describes it. */
export interface ItemField {
  readonly name: string;
  readonly description: string | null;
  readonly kind: 'time' | 'number' | 'words' | 'nested';
}

/** The fields that the document names for the items of a list, in its order; empty if it does not describe them. */
export async function readItemFields(
  answer: SchemaView,
  items: readonly string[],
  resolve: Resolve,
): Promise<readonly ItemField[]> {
  const schemas = await schemasAt(answer, [...items, 0], resolve);
  const properties = new Map<string, PropertyView>();
  for (const { properties: all } of schemas)
    for (const property of all)
      if (!properties.has(property.name) && properties.size < MAX_COLUMNS)
        properties.set(property.name, property);
  return Promise.all(
    [...properties.values()].map(async ({ name, schema }) => ({
      name,
      description: schema.description === null ? null : plainText(schema.description),
      kind: kindOf(await schemasAt(schema, [], resolve)),
    })),
  );
}

function kindOf(schemas: readonly SchemaView[]): ItemField['kind'] {
  const types = new Set(schemas.flatMap((schema) => schema.types));
  if (types.has('object') || types.has('array')) return 'nested';
  if (schemas.some(({ format }) => format === 'date-time')) return 'time';
  const isNumber = types.size > 0 && [...types].every((type) => type === 'number' || type === 'integer');
  return isNumber ? 'number' : 'words';
}

/** A column for each field: the id, then those of the document in its order, then those found only in the items. */
export function columnsOf(
  fields: readonly ItemField[],
  items: readonly JsonItem[],
): readonly GridColumn<JsonItem>[] {
  const known = new Set(fields.map(({ name }) => name));
  const further = new Map<string, ItemField>();
  for (const item of items.slice(0, MAX_LOOKED_AT))
    for (const [name, value] of Object.entries(fieldsOf(item) ?? {}))
      if (!known.has(name) && !further.has(name) && known.size + further.size < MAX_COLUMNS)
        further.set(name, { name, description: null, kind: kindOfValue(value) });
  const all = [...fields, ...further.values()];
  const isFirst = new Set(
    [
      ...all.filter(({ name }) => name === 'id'),
      ...all.filter(({ name, kind }) => name !== 'id' && kind !== 'nested'),
    ]
      .filter(({ name }) => known.size === 0 || known.has(name))
      .slice(0, SHOWN_AT_FIRST)
      .map(({ name }) => name),
  );
  const ordered = [...all.filter(({ name }) => name === 'id'), ...all.filter(({ name }) => name !== 'id')];
  return ordered.map((field) => ({
    ...columnOf(field),
    hiddenAtFirst: !isFirst.has(field.name),
    ...noteOf(field, known),
  }));
}

function noteOf({ name, description }: ItemField, known: ReadonlySet<string>): { readonly note?: string } {
  if (description !== null) return { note: description };
  return known.size === 0 || known.has(name) ? {} : { note: 'not in the document' };
}

function kindOfValue(value: unknown): ItemField['kind'] {
  if (typeof value === 'object' && value !== null) return 'nested';
  return typeof value === 'number' ? 'number' : 'words';
}

function columnOf({ name, kind }: ItemField): GridColumn<JsonItem> {
  if (name === 'id')
    return itemColumn(name, name, {
      width: 128,
      mono: true,
      sticky: true,
      show: showId,
      hint: (item) => valueOf(item, name) ?? '',
    });
  switch (kind) {
    case 'time':
      return timeColumn(name, `${name} (UTC)`);
    case 'number':
      return itemColumn(name, name, { width: 112, compare: 'number', value: (item) => numberOf(item, name) });
    case 'words':
    case 'nested':
      return itemColumn(name, name, { width: 152, compare: 'words' });
  }
}

/** A number that JavaScript would write differently stays text, so that no digit changes. */
function numberOf(item: JsonItem, name: string): number | string | null {
  const written = valueOf(item, name);
  const number = Number(written);
  return written !== null && String(number) === written ? number : written;
}
