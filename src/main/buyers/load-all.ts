import type { BuyerItem, BuyerPage, BuyersQuery, LoadEnd, LoadState } from '../../shared/bridge/buyers';
import type { Exchange } from '../../shared/exchange';
import { ProblemError } from '../../shared/problem';
import { decideRetry, retryAfterMs } from '../api/retry-policy';
import { cancelReason } from '../calls/running-calls';
import { waitFor } from '../calls/wait';
import type { LoadRun } from './load-run';

/** How long a 429 without a Retry-After makes the load wait: longer each time, up to the last of these, in ms. */
const RATE_BACKOFF_MS = [1_000, 2_000, 5_000, 15_000, 30_000] as const;
/** A service that asks to wait longer than this is not waited for: the load stops, and can be resumed. */
export const LONGEST_RATE_WAIT_MS = 15 * 60_000;

export interface LoadServices {
  /** Asks for one page, once. */
  readonly ask: (query: BuyersQuery, signal: AbortSignal) => Promise<Exchange>;
  readonly readPage: (exchange: Exchange) => Promise<BuyerPage | null>;
  /** Done at once unless the load is paused, and then when it goes on or is cancelled. */
  readonly whileNotPaused: (signal: AbortSignal) => Promise<void>;
  /** The items of a page, in their order. The next page is asked when it is done. */
  readonly onItems: (items: readonly BuyerItem[], firstRow: number) => Promise<void> | void;
  readonly onWait: (wait: LoadState['wait']) => void;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Follows `next_cursor` from where the run stands (specification: Pagination rules 2). Page after page: a cursor is known
 * only with the page before it. A 429 is waited for, however often; other failures worth another try get as many as any
 * GET. Whatever ends it, the run stands at a place from which it can go on.
 */
export async function loadAll(
  run: LoadRun,
  cap: number,
  services: LoadServices,
  signal: AbortSignal,
): Promise<LoadEnd> {
  if (run.rows >= cap) return { kind: 'cap' };
  for (;;) {
    await services.whileNotPaused(signal);
    if (signal.aborted) return cancelled(signal);
    const asked = await askPatiently({ ...run.query, cursor: run.nextCursor }, services, signal);
    if (asked.kind !== 'answered') return asked;
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
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | Extract<LoadEnd, { kind: 'cancelled' | 'refused' }>;

async function askPatiently(query: BuyersQuery, services: LoadServices, signal: AbortSignal): Promise<Asked> {
  const { ask, onWait, now = Date.now, wait = waitFor } = services;
  let tries = 0;
  let limited = 0;
  for (;;) {
    const asked = await orRefusal(() => ask(query, signal));
    if (asked.kind === 'refused') return signal.aborted ? cancelled(signal) : asked;
    const { exchange } = asked;
    if (signal.aborted || exchange.outcome.kind === 'cancelled') return cancelled(signal);
    const pause = rateWait(exchange, limited, now()) ?? retryWait(exchange, tries + 1, now());
    if (pause === null) return asked;
    if (exchange.response?.status === 429) limited += 1;
    else tries += 1;
    onWait({ reason: pause.reason, until: new Date(now() + pause.waitMs).toISOString() });
    await wait(pause.waitMs, signal);
    onWait(null);
    await services.whileNotPaused(signal);
    if (signal.aborted) return cancelled(signal);
  }
}

async function orRefusal(ask: () => Promise<Exchange>): Promise<Exclude<Asked, { kind: 'cancelled' }>> {
  try {
    return { kind: 'answered', exchange: await ask() };
  } catch (error) {
    if (error instanceof ProblemError) return { kind: 'refused', problem: error.problem };
    throw error;
  }
}

interface Pause {
  readonly waitMs: number;
  readonly reason: string;
}

/** @param limited how often the service has said so for this page already. */
function rateWait({ response }: Exchange, limited: number, now: number): Pause | null {
  if (response?.status !== 429) return null;
  const asked = retryAfterMs(response.headers, now);
  if (asked === null) {
    const waitMs = RATE_BACKOFF_MS[Math.min(limited, RATE_BACKOFF_MS.length - 1)] ?? RATE_BACKOFF_MS[0];
    return { waitMs, reason: 'The service limits the rate (429, without Retry-After)' };
  }
  return asked > LONGEST_RATE_WAIT_MS
    ? null
    : { waitMs: asked, reason: 'The service limits the rate (429 with Retry-After)' };
}

function retryWait({ outcome, response }: Exchange, tries: number, now: number): Pause | null {
  if (response?.status === 429) return null;
  const again = decideRetry('GET', tries, outcome, response, now);
  return again && { waitMs: again.waitMs, reason: `Trying again after ${again.reason}` };
}
