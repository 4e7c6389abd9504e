import { splitTypedPath, type ParameterRow, type RequestDraft } from '@shared/requests/request-draft';

/**
 * Moves a query typed with the path to the rows of the query; null if there is nothing to change. A whole address has a
 * whole query: the rows before it stay, switched off.
 */
export function takeTypedPath(
  rows: RequestDraft,
  baseUrl: string | null,
  newId: () => string,
): (Pick<RequestDraft, 'path' | 'query'> & { readonly leftOut: string | null }) | null {
  const { path, query, isAddress, leftOut } = splitTypedPath(rows.path, baseUrl);
  if (path === rows.path && query.length === 0) return null;
  const added = query.map(([name, value]) => ({ id: newId(), name, value, enabled: true }));
  const isAdded = (row: ParameterRow): boolean =>
    added.some(({ name, value }) => name === row.name && value === row.value);
  const before = isAddress
    ? rows.query.filter((row) => !isAdded(row)).map((row) => ({ ...row, enabled: false }))
    : rows.query;
  return { path, query: [...before, ...added], leftOut };
}
