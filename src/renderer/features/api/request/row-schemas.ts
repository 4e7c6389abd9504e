import { describeField } from '@shared/documents/describe-schema';
import type { ParameterDetails } from '@shared/documents/operation-details';
import type { PropertyView, SchemaView } from '@shared/documents/schema-view';
import type { ParameterRow } from '@shared/requests/request-draft';
import { escapeVariables } from '@shared/requests/variables';

/** How a list is typed: a row for each value, or one row with commas; null for anything else. */
export function listKind(parameter: ParameterDetails): 'rows' | 'commas' | null {
  const { place, schema, style, explode, mediaType } = parameter;
  if (schema.types.join() !== 'array' || mediaType !== null) return null;
  if (place !== 'query') return style === 'simple' ? 'commas' : null;
  if (style !== 'form') return null;
  return explode ? 'rows' : 'commas';
}

/** The fields of an object that have rows of their own, in the style `deepObject`. */
function fieldsOf({ place, style, schema }: ParameterDetails): readonly PropertyView[] {
  return place === 'query' && style === 'deepObject' ? schema.properties : [];
}

/** The rows that a new form has for a parameter. */
export function rowNamesOf(parameter: ParameterDetails): readonly string[] {
  const fields = fieldsOf(parameter).map(({ name }) => `${parameter.name}[${name}]`);
  return fields.length > 0 ? fields : [parameter.name];
}

/** The field of an object that a row holds. */
function fieldOf(parameter: ParameterDetails, row: string): PropertyView | undefined {
  return fieldsOf(parameter).find(({ name }) => row === `${parameter.name}[${name}]`);
}

/** The schema of a value in a row: of an item, if it is a list. */
export function schemaOfRow(parameter: ParameterDetails, row: string): SchemaView {
  const { schema } = parameter;
  if (listKind(parameter) !== null) return schema.items ?? schema;
  return fieldOf(parameter, row)?.schema ?? schema;
}

/** Values to choose from in a row: those of an enumeration, or else the examples of the document. */
export function valuesFor(parameter: ParameterDetails, row: string): readonly string[] {
  const { values, examples } = schemaOfRow(parameter, row);
  // An example of a list or an object is not that of one of its rows.
  const isWhole = listKind(parameter) === null && fieldOf(parameter, row) === undefined;
  const own = isWhole ? parameter.examples : [];
  return (values ?? [...own, ...examples])
    .filter((value) => value !== null && typeof value !== 'object')
    .map((value) => escapeVariables(String(value)))
    .filter((value, at, all) => all.indexOf(value) === at);
}

export function isRowRequired(parameter: ParameterDetails, row: string): boolean {
  return parameter.required && (fieldOf(parameter, row)?.required ?? true);
}

/** What the document says about a row in one line: `list of open or paid, one in each row`. */
export function describeRow(parameter: ParameterDetails, row: string): string {
  const kind = listKind(parameter);
  const schema = kind === null ? schemaOfRow(parameter, row) : parameter.schema;
  const facts = describeField(schema, isRowRequired(parameter, row));
  if (kind === null) return facts;
  return `${facts}, ${kind === 'rows' ? 'one in each row' : 'with commas between them'}`;
}

/** The rows in place of one row of a list: one for each of its values typed with commas, or it and an empty one. */
export function valuesOfRow(row: ParameterRow, newId: () => string): readonly ParameterRow[] {
  const typed = (row.value ?? '').split(',').map((value) => value.trim());
  const values = typed.length > 1 ? typed : [row.value, ''];
  return values.map((value, at) => ({ ...row, id: at === 0 ? row.id : newId(), value, enabled: true }));
}
