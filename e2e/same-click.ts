import { setTimeout } from 'node:timers/promises';

/** A little more than SAME_CLICK_MS in src/shared/requests/same-click.ts, which these modules cannot import. */
const NEXT_CLICK_MS = 1_100;

/**
 * Waits until the next press no longer counts as part of the last answered click. A real wait, as this rule of the app
 * depends on time.
 */
export const untilNextClick = (): Promise<void> => setTimeout(NEXT_CLICK_MS);
