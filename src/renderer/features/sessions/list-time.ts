import { computed, type ComputedRef } from 'vue';
import { durationSince } from '@shared/text/format-time';
import { useClocksStore } from '@renderer/stores/clocks';

/** Up to a minute, words change each second; ten seconds more, so that the last of them does not stand still. */
const NEAR_MS = 70_000;
const STEP_MS = 10_000;

/**
 * The time for the words of a list: it follows the clock each second while one of these moments (in ms since 1970) is near,
 * and every ten seconds otherwise, so that a list of thousands is not made again each second.
 * @param profileId whose service's clock some of the moments belong to.
 */
export function useListTime(
  moments: () => readonly number[],
  profileId: () => string | null,
): ComputedRef<Date> {
  const clocks = useClocksStore();
  return computed<Date>((before) => {
    const { now } = clocks;
    const near = (at: Date) => moments().some((moment) => Math.abs(moment - +at) < NEAR_MS);
    const isDue = before === undefined || Math.abs(+now - +before) >= STEP_MS;
    return isDue || near(now) || near(clocks.serviceTime(profileId(), now)) ? now : before;
  });
}

/** How long ago, by a clock that ticks rarely: seconds would stand still until it does, or make the line jump. */
export function ageOf(at: string, now: Date): string {
  const time = new Date(at);
  return (+now - +time < 60_000 ? null : durationSince(time, now)) ?? 'now';
}
