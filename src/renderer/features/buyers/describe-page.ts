import { noticeOfForeign } from '@renderer/components/notice-of-foreign';
import { countOf } from '@shared/text/count-of';
import type { ProfileStamp } from '@shared/profiles/profile';
import { timeSince } from '@shared/text/format-time';
import { formatPlace, type PageTrail } from './page-trail';

/** `Page 2 · 50 buyers · from memory`. */
export function formatPageFacts(trail: PageTrail, fromMemory: boolean): string {
  const parts = [formatPlace(trail)];
  const { page } = trail.current;
  if (page !== null) parts.push(countOf(page.items.length, 'buyer'));
  if (fromMemory) parts.push('from memory');
  return parts.join(' · ');
}

/** What follows: the age unless it was just read, and the limit if that says more than the count. */
export function formatPageAge({ current }: PageTrail, fromMemory: boolean, now: Date): string {
  const age = fromMemory ? `, read ${timeSince(new Date(current.exchange.startedAt), now)}` : '';
  const { page } = current;
  if (page === null || page.limit === page.items.length) return age;
  // This comes last, as the end is cut off when there is little room.
  return `${age} · ${page.limit === null ? 'no limit given' : `limit ${page.limit}`}`;
}

/** Says that a page does not match the query bar or the active profile; null if it does. */
export function describeNotice(
  foreign: ProfileStamp | null,
  stale: boolean,
  activeId: string | null,
): string | null {
  if (foreign !== null)
    return (
      noticeOfForeign(foreign, activeId) ??
      `From ${foreign.name} (${foreign.environment}), as it was before it was edited`
    );
  return stale ? 'The fields above have changed since' : null;
}

/**
 * Says what is requested, with main's words about it, and whether an earlier page stays on screen meanwhile.
 * @param foreign the profile of that page if it is not the one in use.
 */
export function describeWaiting(
  what: string,
  note: string | undefined,
  isPageShown: boolean,
  foreign: Pick<ProfileStamp, 'name' | 'environment'> | null = null,
): string {
  // Whose page is on screen comes first, as the end is cut off when there is little room.
  const parts =
    foreign === null
      ? [`Requesting ${what}${isPageShown ? '' : ' of buyers'}`]
      : [`From ${foreign.name} (${foreign.environment})`, `requesting ${what}`];
  if (note !== undefined) parts.push(note);
  if (foreign === null && isPageShown) parts.push('below is the last one read');
  return parts.join(' · ');
}
