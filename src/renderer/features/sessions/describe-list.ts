import { countOf } from '@shared/text/count-of';
import { shortenMiddle } from '@renderer/tools/shorten-middle';
import type { BulkList } from './bulk-store';

/** What the head of a list says beside its name. `note` is what it waits for, if anything. */
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

export function countSessions(count: number): string {
  return `${countOf(count, 'session')}`;
}

/** What of a paste was left out as no ID, the first by name; null when nothing was. */
export function describeBroken(broken: readonly string[]): string | null {
  const [first, ...more] = broken;
  if (first === undefined) return null;
  if (more.length === 0) return `1 entry is no ID: ${shortenMiddle(first)}`;
  return `${countOf(broken.length, 'entry', 'entries')} are no IDs: ${shortenMiddle(first)} and ${more.length.toLocaleString('en')} more`;
}
