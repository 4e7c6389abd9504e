import type { BuyersQuery, LoadEnd, LoadState, ResumableLoad } from '@shared/bridge/buyers';
import { assertNever, type Problem } from '@shared/problem';
import { countOf, grouped } from '@shared/text/count-of';
import { timeSince, formatDuration } from '@shared/text/format-time';

/** `12,300 buyers on 123 pages`. */
export function describeLoaded({ rows, pages }: Pick<LoadState, 'rows' | 'pages'>, one = 'buyer'): string {
  return `${countOf(rows, one)} on ${countOf(pages, 'page')}`;
}

/** The progress of a running load. @param elapsedMs since it started. @param now in ms since 1970. */
export function describeRunning(
  state: LoadState,
  rowsSince: number,
  elapsedMs: number,
  now: number,
  one = 'buyer',
): string {
  const parts = [`${describeLoaded(state, one)}, of at most ${grouped(state.cap)}`];
  if (state.wait !== null) {
    const seconds = Math.max(0, Math.ceil((Date.parse(state.wait.until) - now) / 1000));
    parts.push(`${state.wait.reason}: continuing in ${seconds} s`);
  } else if (state.paused) {
    parts.push('paused');
  } else if (elapsedMs >= 1_000) {
    parts.push(`${grouped(Math.round((rowsSince / elapsedMs) * 1000))} a second`);
  }
  return parts.join(' · ');
}

/** True if it asks for every row there is: from the first page on, and for none in particular. */
export function asksForAll({ cursor, parameters }: BuyersQuery): boolean {
  return cursor === null && parameters.length === 0;
}

/** True for a load that has everything, as far as the service says. */
export function isAll(end: LoadEnd | null): boolean {
  return end?.kind === 'complete' && end.oddCursor === undefined;
}

/** True when a load did not end as intended. */
export function isLoadWarning(end: LoadEnd | null): boolean {
  return end !== null && !isAll(end) && end.kind !== 'cap' && end.kind !== 'cancelled';
}

/** Why a load ended, in a sentence; null if a problem states the reason. */
export function describeEnd(end: LoadEnd, state: LoadState, tookMs: number, one = 'buyer'): string | null {
  const loaded = describeLoaded(state, one);
  switch (end.kind) {
    case 'complete': {
      const took = formatDuration(tookMs) ?? 'less than a second';
      return end.oddCursor === undefined
        ? `${asksForAll(state.query) ? 'All of them' : 'All that were asked for'}: ${loaded}, in ${took}.`
        : `${loaded}, in ${took}. The last page gives ${end.oddCursor} as its next cursor, which leads nowhere: there may be more.`;
    }
    case 'cap':
      return `${loaded}, as many as asked for. There are more.`;
    case 'cancelled':
      return `Cancelled after ${loaded}${end.why === undefined ? '' : `: ${end.why}`}.`;
    case 'cursor-loop':
      return `${loaded}. The service is looping: its next cursor is the one ${
        end.page === 0 ? 'this load started from' : `it gave after page ${grouped(end.page)}`
      }.`;
    case 'rows-loop':
      return `${loaded}. Every ${one} on the last page had come before. The service seems to be looping.`;
    case 'empty-pages':
      return `${loaded}. The last ${grouped(end.pages)} pages were empty, and each named a next one.`;
    case 'failed':
    case 'refused':
      return null;
    default:
      return assertNever(end);
  }
}

export function describeStopped(stopped: ResumableLoad, now: Date): string {
  const when = timeSince(new Date(stopped.stoppedAt), now);
  const kept = stopped.rowsKept
    ? 'Resuming restores its rows.'
    : 'Its rows were not kept. Resuming loads the ones after them.';
  return `A load stopped ${when}, after ${describeLoaded(stopped)}. ${stopped.refusal === null ? kept : `It cannot be resumed. ${stopped.refusal}`}`;
}

/** A 200 with JSON that is not a page envelope. */
export const NO_PAGE: Problem = {
  code: 'no-page',
  title: 'This is not a page of buyers',
  meaning:
    'The answer is JSON, but not an object with an array "items", which the specification asks for (Page envelope).',
  nextStep: 'Look at the JSON tab, and check the base URL of the profile.',
  detail: null,
};

/** The same where no tab shows the answer. */
export const NO_PAGE_IN_LOAD: Problem = {
  ...NO_PAGE,
  nextStep: 'Look at what was received, and check the base URL of the profile.',
};
