import type { HeaderList } from '@shared/http/exchange';

/** How the headers with one name changed. */
export interface HeaderChange {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  /** As written in the later list, or in the earlier one if it is absent there. */
  readonly name: string;
  /** Values in order; a name may repeat. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/**
 * Compares headers by name, ignoring case and position: first the headers of the earlier list in order, then those that
 * were added.
 */
export function diffHeaders(before: HeaderList, after: HeaderList): HeaderChange[] {
  const names = new Map<string, string>();
  for (const [name] of [...before, ...after]) {
    names.set(name.toLowerCase(), name);
  }
  return Array.from(names, ([lower, name]) => {
    const one = valuesOf(before, lower);
    const other = valuesOf(after, lower);
    return { kind: kindOf(one, other), name, before: one, after: other };
  });
}

function valuesOf(headers: HeaderList, lowerName: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerName).map(([, value]) => value);
}

function kindOf(before: readonly string[], after: readonly string[]): HeaderChange['kind'] {
  if (before.length === 0) return 'added';
  if (after.length === 0) return 'removed';
  const same = before.length === after.length && before.every((value, index) => value === after[index]);
  return same ? 'same' : 'changed';
}
