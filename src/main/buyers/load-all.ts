import type { BuyerItem, BuyerPage, BuyersQuery, LoadEnd } from '@shared/bridge/buyers';
import type { Exchange } from '@shared/http/exchange';
import { ProblemError } from '@shared/problem';
import { cancelReason } from '../calls/running-calls';
import type { LoadRun } from './load-run';

export interface LoadServices {
  /** Asks for one page, as often as its policy says, and not while the load is paused. */
  readonly ask: (query: BuyersQuery, signal: AbortSignal) => Promise<Exchange>;
  readonly readPage: (exchange: Exchange) => Promise<BuyerPage | null>;
  /** The items of a page, in their order. The next page is asked when it is done. */
  readonly onItems: (items: readonly BuyerItem[], firstRow: number) => Promise<void> | void;
}

/**
 * Follows `next_cursor` from where the run stands (specification: Pagination rules 2). Page after page: a cursor is known
 * only with the page before it. Whatever ends it, the run stands at a place from which it can go on.
 */
export async function loadAll(
  run: LoadRun,
  cap: number,
  services: LoadServices,
  signal: AbortSignal,
): Promise<LoadEnd> {
  if (run.rows >= cap) return { kind: 'cap' };
  for (;;) {
    if (signal.aborted) return cancelled(signal);
    const asked = await orRefusal(() => services.ask({ ...run.query, cursor: run.nextCursor }, signal));
    if (signal.aborted) return cancelled(signal);
    if (asked.kind === 'refused') return asked;
    if (asked.exchange.outcome.kind === 'cancelled') return cancelled(signal);
    const page = await services.readPage(asked.exchange);
    if (page === null) return { kind: 'failed', exchange: asked.exchange };
    const firstRow = run.rows;
    const end = run.take(page, cap);
    await services.onItems(page.items, firstRow);
    if (end !== null) return end;
  }
}

function cancelled(signal: AbortSignal): Extract<LoadEnd, { kind: 'cancelled' }> {
  const why = cancelReason(signal);
  return why === null ? { kind: 'cancelled' } : { kind: 'cancelled', why };
}

type Asked =
  { readonly kind: 'answered'; readonly exchange: Exchange } | Extract<LoadEnd, { kind: 'refused' }>;

async function orRefusal(ask: () => Promise<Exchange>): Promise<Asked> {
  try {
    return { kind: 'answered', exchange: await ask() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}
