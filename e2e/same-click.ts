import { setTimeout } from 'node:timers/promises';

/** A little more than SAME_CLICK_MS of src/shared/requests/same-click.ts, which is not in reach of these modules. */
const NEXT_CLICK_MS = 1_100;

/**
 * Waits until the next press is no longer taken for the last click that was answered: that rule of the app is one of time.
 */
export const untilNextClick = (): Promise<void> => setTimeout(NEXT_CLICK_MS);
