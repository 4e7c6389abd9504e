import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BuyersAnswer, BuyersQuery } from '@shared/bridge/buyers';
import { refuse, succeed, type Result } from '@shared/problem';
import { useProfilesStore } from '@renderer/stores/profiles';
import { serveSort } from '@renderer/components/data-grid/sort/serve-sort';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { useBuyersForm } from './buyers-form';
import { useBuyerPages } from './pages-store';
import { activate, exchangeOn, fakeExplorer, pageOf, profiles } from './stores.fixture';

const { explorer } = fakeExplorer();

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', explorer);
  vi.stubGlobal('Worker', workerHere(serveSort));
  activate(profiles[0]);
  explorer.cancelCall.mockClear();
  explorer.listBuyers.mockReset();
  explorer.listBuyers.mockImplementation(({ query }: { query: BuyersQuery }) => Promise.resolve(page(query)));
});
afterEach(() => vi.unstubAllGlobals());

/** Endless pages of two buyers each; cursors are page numbers. */
function page({ cursor }: BuyersQuery, profile = profiles[0]): Result<BuyersAnswer> {
  const n = Number(cursor ?? 0);
  return succeed({
    exchange: exchangeOn(profile),
    page: pageOf([`${profile.id}${n}x`, `${profile.id}${n}y`], {
      nextCursor: `${n + 1}`,
      previousCursor: n === 0 ? null : `${n - 1}`,
    }),
  });
}

const firstName = () => /"id":"([^"]+)"/.exec(useBuyerPages().table?.at(0)?.text ?? '')?.[1];

describe('buyer pages', () => {
  it('come from memory if already visited, and are requested again on refresh', async () => {
    const pages = useBuyerPages();
    await pages.first();
    await pages.forward();
    await pages.back();
    await nextTick();
    expect(firstName()).toBe('a0x');
    expect(pages.fromMemory).toBe(true);
    await pages.forward();
    expect(explorer.listBuyers).toHaveBeenCalledTimes(2);
    await pages.refresh();
    expect(pages.fromMemory).toBe(false);
    expect(explorer.listBuyers).toHaveBeenCalledTimes(3);
  });

  it('are requested once on a double click, and again under another profile', async () => {
    const pages = useBuyerPages();
    await Promise.all([pages.first(), pages.first()]);
    await Promise.all([pages.forward(), pages.forward()]);
    await Promise.all([pages.refresh(), pages.refresh()]);
    expect(explorer.listBuyers).toHaveBeenCalledTimes(3);
    const asked = pages.refresh();
    activate(profiles[1]);
    await Promise.all([asked, pages.first()]);
    expect(explorer.listBuyers).toHaveBeenCalledTimes(5);
  });

  it('come from memory only for the same account, profile and query', async () => {
    const pages = useBuyerPages();
    const form = useBuyersForm();
    await pages.first();
    for (const other of [{ ...profiles[0], merchantAccountId: 'other' }, profiles[1]]) {
      explorer.listBuyers.mockImplementation(({ query }: { query: BuyersQuery }) =>
        Promise.resolve(page(query, other)),
      );
      useProfilesStore().accept({ profiles: [other], activeId: other.id, notice: null });
      await pages.first();
      expect(pages.fromMemory).toBe(false);
    }
    form.pageSize = '5';
    await pages.first();
    form.addParameter('search', 'x');
    await pages.first();
    expect(explorer.listBuyers).toHaveBeenCalledTimes(5);
    await pages.first();
    expect(explorer.listBuyers).toHaveBeenCalledTimes(5);
  });

  it('keep the filter and sorting from page to page', async () => {
    const pages = useBuyerPages();
    await pages.first();
    await nextTick();
    pages.table?.setSort({ columnId: 'id', descending: true });
    pages.table?.setFilter('y');
    await pages.forward();
    await nextTick();
    expect(pages.table?.filter.value).toBe('y');
    expect(pages.table?.sort.value).toEqual({ columnId: 'id', descending: true });
  });

  it('say when the form has changed, and do not send an invalid form', async () => {
    const pages = useBuyerPages();
    const form = useBuyersForm();
    await pages.first();
    await pages.forward();
    expect(pages.stale).toBe(false);
    form.pageSize = '5';
    expect(pages.stale).toBe(true);
    form.pageSize = 'five';
    await pages.first();
    expect(explorer.listBuyers).toHaveBeenCalledTimes(2);
    form.pageSize = '5';
    await pages.first();
    expect(pages.stale).toBe(false);
  });

  it('never use a cursor on another profile, and mark a page of the previous one', async () => {
    const pages = useBuyerPages();
    await pages.first();
    let answer: (result: Result<BuyersAnswer>) => void = () => undefined;
    explorer.listBuyers.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const under = pages.forward();
    activate(profiles[1]);
    expect(pages.foreignProfile?.name).toBe('A');
    expect([pages.next, pages.previous]).toEqual([null, null]);
    await pages.forward();
    await pages.refresh();
    expect(explorer.listBuyers).toHaveBeenCalledTimes(2);
    // Main cancels the running call; the page on screen stays, and stays marked.
    const cancelled = {
      ...exchangeOn(profiles[0]),
      outcome: { kind: 'cancelled', mayHaveArrived: true } as const,
    };
    answer(succeed({ exchange: cancelled, page: null }));
    await under;
    await nextTick();
    expect(firstName()).toBe('a0x');
    explorer.listBuyers.mockImplementation(({ query }: { query: BuyersQuery }) =>
      Promise.resolve(page(query, profiles[1])),
    );
    await pages.first();
    await nextTick();
    expect(firstName()).toBe('b0x');
    expect(pages.foreignProfile).toBeNull();
    activate({ ...profiles[1] });
    expect(pages.next).not.toBeNull();
  });

  it('show the later of two requests', async () => {
    const pages = useBuyerPages();
    const form = useBuyersForm();
    let answer: (result: Result<BuyersAnswer>) => void = () => undefined;
    explorer.listBuyers.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const slow = pages.first();
    await nextTick();
    form.startCursor = '7';
    await pages.first();
    expect(explorer.cancelCall).toHaveBeenCalledTimes(1);
    answer(page({ limit: null, cursor: null, parameters: [] }));
    await slow;
    await nextTick();
    expect(firstName()).toBe('a7x');
  });

  it('do not remember an answer that is not a page, and keep the page when one is refused', async () => {
    const pages = useBuyerPages();
    explorer.listBuyers.mockResolvedValueOnce(succeed({ exchange: exchangeOn(profiles[0]), page: null }));
    await pages.first();
    expect(pages.table).toBeNull();
    await pages.first();
    await nextTick();
    expect(firstName()).toBe('a0x');
    const problem = { code: 'no-token', title: 'T', meaning: 'M', nextStep: 'N', detail: null };
    explorer.listBuyers.mockResolvedValueOnce(refuse(problem));
    await pages.forward();
    expect(pages.refused).toEqual(problem);
    expect(firstName()).toBe('a0x');
    await pages.forward();
    expect(pages.refused).toBeNull();
  });
});
