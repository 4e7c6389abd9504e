import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { BuyerItem, BuyersAnswer, BuyersQuery } from '@shared/bridge/buyers';
import { RowTable } from '@renderer/components/data-grid/row-table';
import { useExchangeCache } from '@renderer/stores/exchange-cache';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { useCall } from '@renderer/stores/use-call';
import { FurtherFields, SPECIFIED_COLUMNS } from './buyer-fields';
import { isSameQuery, queryKey, useBuyersForm } from './buyers-form';
import {
  startTrail,
  nextQuery,
  originKey,
  previousQuery,
  refreshed,
  stepBack,
  stepForward,
  type VisitedPage,
  type PageTrail,
} from './page-trail';

/** The pages of buyers: the trail through them, and the page on screen. */
export const useBuyerPages = defineStore('buyerPages', () => {
  const profiles = useProfilesStore();
  const status = useStatusStore();
  const form = useBuyersForm();
  const cache = useExchangeCache();

  const trail = shallowRef<PageTrail | null>(null);
  const request = useCall<{ readonly what: string; readonly subject: string }, BuyersAnswer>();
  /** The page request in progress, if any. */
  const call = computed(() => request.working);
  /** Why main refused to send anything. */
  const refused = computed(() => request.problem);
  const fromMemory = ref(false);
  const table = shallowRef<RowTable<BuyerItem> | null>(null);
  const columns = shallowRef(SPECIFIED_COLUMNS);

  const current = computed(() => trail.value?.current ?? null);
  const here = computed(() => (profiles.active === null ? null : originKey(profiles.active)));
  /** The profile of the page, if the next request would not go to the same buyers. */
  const foreignProfile = computed(() => {
    const profile = current.value?.exchange.profile ?? null;
    return profile === null || originKey(profile) === here.value ? null : profile;
  });
  /** True if the form describes other pages than those on screen. */
  const stale = computed(() => {
    const began = trail.value?.queries[trail.value.origin];
    if (began === undefined) return false;
    const typed = {
      limit: form.pageSize.trim() === '' ? null : Number(form.pageSize),
      cursor: form.startCursor.trim() === '' ? null : form.startCursor.trim(),
      parameters: form.used.map(({ name, value }) => [name.trim(), value] as const),
    };
    return !isSameQuery(began, typed);
  });
  const next = computed(() => stepQuery(nextQuery));
  const previous = computed(() => stepQuery(previousQuery));

  /** The query of a step; null under another profile, as a cursor is valid only under the profile it came from. */
  function stepQuery(query: (from: PageTrail) => BuyersQuery | null): BuyersQuery | null {
    return trail.value === null || foreignProfile.value !== null ? null : query(trail.value);
  }

  async function first(): Promise<void> {
    const query = form.readQuery();
    if (query !== null) await go(query, 'the first page', (_from, page) => startTrail(page));
  }

  async function forward(): Promise<void> {
    if (next.value !== null) await go(next.value, 'the next page', onWalk(stepForward));
  }

  async function back(): Promise<void> {
    if (previous.value !== null) await go(previous.value, 'the previous page', onWalk(stepBack));
  }

  async function refresh(): Promise<void> {
    if (current.value === null || foreignProfile.value !== null) return;
    await ask(current.value.query, 'the page again', onWalk(refreshed));
  }

  type Step = (from: PageTrail | null, page: VisitedPage) => PageTrail;
  function onWalk(step: (from: PageTrail, page: VisitedPage) => PageTrail): Step {
    return (from, page) => (from === null ? startTrail(page) : step(from, page));
  }

  /** Goes to a page: at once from memory if it was seen before, otherwise with a request. */
  async function go(query: BuyersQuery, what: string, step: Step): Promise<void> {
    const known = here.value === null ? null : cache.find(subjectOf(here.value, query));
    if (known === null) return ask(query, what, step);
    void request.cancel();
    request.clear();
    show(step(trail.value, { query, ...known }), true);
  }

  async function ask(query: BuyersQuery, what: string, step: Step): Promise<void> {
    const subject = subjectOf(here.value ?? '', query);
    // This is the second half of a double click.
    if (request.working?.subject === subject) return;
    const answer = await request.run({ what, subject }, (callId) =>
      window.explorer.listBuyers({ query, callId }),
    );
    if (answer === null) return;
    if (!answer.ok) {
      status.show(null);
      return;
    }
    const { exchange, page } = answer.value;
    // After a cancelled request, the page on screen stays.
    if (exchange.outcome.kind === 'cancelled' && current.value !== null) return;
    // An answer that is not a page is not kept, so it is requested again.
    if (page !== null) cache.keep({ subject: subjectOf(originKey(exchange.profile), query), exchange, page });
    show(step(trail.value, { query, exchange, page }), false);
  }

  function show(next: PageTrail, known: boolean): void {
    fromMemory.value = known;
    trail.value = next;
    status.show(next.current.exchange);
  }

  // Each page gets a new table, which takes over the filter and the sort order.
  watch(current, (page, shownBefore) => {
    const before = table.value;
    before?.close();
    const items = page?.page?.items;
    if (items === undefined) {
      table.value = null;
      return;
    }
    const fields = new FurtherFields();
    fields.note(items);
    columns.value = fields.columns();
    const now = new RowTable(columns.value);
    now.append(items);
    now.isReload = shownBefore !== null && page !== null && isSameQuery(shownBefore.query, page.query);
    if (before !== null) {
      now.setFilter(before.filter.value);
      now.setSort(before.sort.value);
    }
    table.value = now;
  });

  return {
    trail,
    call,
    refused,
    fromMemory,
    table,
    columns,
    current,
    foreignProfile,
    stale,
    next,
    previous,
    first,
    forward,
    back,
    refresh,
    cancel: request.cancel,
  };
});

/** Identifies a page by its origin and its query. */
function subjectOf(origin: string, query: BuyersQuery): string {
  return `${origin} ${queryKey(query)}`;
}
