import { countOf } from '@shared/text/count-of';
import type { BulkList } from './bulk-store';
import { describeBroken } from './describe-broken';

/** The words beside the name of a list in its head. `note` says what it is waiting for, if anything. */
export function describeList(
  list: Pick<BulkList, 'name' | 'total' | 'duplicates' | 'broken' | 'lookedUpAt' | 'running' | 'profile'>,
  done: number,
  note: string | null,
  format: (time: Date) => string,
): string {
  const { name, total, duplicates, broken, lookedUpAt, running, profile } = list;
  return [
    running ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')}` : null,
    name === null ? null : countSessions(total),
    duplicates === 0 ? null : `${countOf(duplicates, 'duplicate')} removed`,
    describeBroken(broken),
    note,
    profile.name,
    running ? null : `looked up ${format(new Date(lookedUpAt))}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** `5 sessions, 2 not IDs`: of what was pasted, each entry has a row. */
export function countEntries({ total, broken }: Pick<BulkList, 'total' | 'broken'>): string {
  const others = broken.length;
  if (others === 0) return countSessions(total);
  return `${countSessions(total)}, ${countOf(others, 'not an ID', 'not IDs')}`;
}

export function countSessions(count: number): string {
  return countOf(count, 'session');
}
