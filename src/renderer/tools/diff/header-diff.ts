import { diffArrays } from 'diff';
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

/** One of a header's values, with its place among them, from 1. */
interface PlacedValue {
  readonly value: string;
  readonly place: number;
}

/** A value that is in one list only, or in both at another place; or two that stand for each other. */
interface ValueChange {
  readonly one: PlacedValue | null;
  readonly other: PlacedValue | null;
}

/** How the values of one name differ. Their order counts (RFC 9110, 5.3): one that moved is listed, too. */
export function diffValues(before: readonly string[], after: readonly string[]): ValueChange[] {
  const gone: PlacedValue[] = [];
  const come: PlacedValue[] = [];
  let [left, right] = [0, 0];
  for (const { value: values, added, removed } of diffArrays([...before], [...after])) {
    for (const value of values) {
      if (!added) left += 1;
      if (!removed) right += 1;
      if (removed) gone.push({ value, place: left });
      if (added) come.push({ value, place: right });
    }
  }
  const moved = gone.flatMap((one): ValueChange[] => {
    const at = come.findIndex(({ value }) => value === one.value);
    return at === -1 ? [] : come.splice(at, 1).map((other) => ({ one, other }));
  });
  const only = gone.filter((one) => !moved.some((change) => change.one === one));
  const rest = Array.from({ length: Math.max(only.length, come.length) }, (_none, at) => ({
    one: only[at] ?? null,
    other: come[at] ?? null,
  }));
  return [...moved, ...rest];
}
