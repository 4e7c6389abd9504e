import { noticeOfForeign } from '@renderer/components/notice-of-foreign';
import { countOf } from '@shared/text/count-of';
import type { ProfileStamp } from '@shared/profiles/profile';
import { timeSince } from '@shared/text/format-time';
import { formatPlace, type PageTrail } from './page-trail';

/** `Page 2 · 50 buyers`; with its age unless it was just read, and with the limit if that says more. */
export function formatPageFacts(trail: PageTrail | null, fromMemory: boolean, now: Date): string {
  if (trail === null) return '';
  const { page, exchange } = trail.current;
  const parts = [formatPlace(trail)];
  if (page !== null) parts.push(countOf(page.items.length, 'buyer'));
  if (fromMemory) parts.push(`from memory, read ${timeSince(new Date(exchange.startedAt), now)}`);
  // Last, as the end is cut off when there is little room.
  if (page !== null && page.limit !== page.items.length)
    parts.push(page.limit === null ? 'no limit given' : `limit ${page.limit}`);
  return parts.join(' · ');
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

/** Says what is requested, with main's words about it, and whether an earlier page stays on screen meanwhile. */
export function describeWaiting(what: string, note: string | undefined, isPageShown: boolean): string {
  const parts = [`Asking for ${what}${isPageShown ? '' : ' of buyers'}`];
  if (note !== undefined) parts.push(note);
  if (isPageShown) parts.push('below is the last one read');
  return parts.join(' · ');
}
