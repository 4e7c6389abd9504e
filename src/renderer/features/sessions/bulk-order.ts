import type { SessionLine } from '../../../shared/session-outcome';

export type BulkColumn =
  'sessionId' | 'outcome' | 'expiresAt' | 'items' | 'card' | 'buyer' | 'findings' | 'message';

export interface BulkOrder {
  readonly column: BulkColumn;
  readonly descending: boolean;
}

/** The lines that a filter leaves, in an order; null keeps the order in which they came. */
export function arrangedLines(
  lines: readonly SessionLine[],
  filter: string,
  order: BulkOrder | null,
): readonly SessionLine[] {
  const wanted = filter.trim().toLowerCase();
  const kept =
    wanted === ''
      ? [...lines]
      : lines.filter((line) => Object.values(line).join('\n').toLowerCase().includes(wanted));
  if (order === null) return kept;
  const { column, descending } = order;
  return kept.sort((one, other) => (descending ? -1 : 1) * compare(one[column], other[column]));
}

/** Numbers by size, text by code units (ids and dates sort rightly so), what is missing last. */
function compare(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}
