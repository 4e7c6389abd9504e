import { clockTime, dayKey, exactMoment, formatMoment } from '@shared/text/format-time';
import { useSettingsStore } from './settings';

/** Formats moments in the time zone of the settings. */
export function useMoments(): (time: Date, withSeconds?: boolean) => string {
  const settings = useSettingsStore();
  return (time, withSeconds) => formatMoment(time, settings.timeZone, withSeconds);
}

/** The same to the second: `2026-11-21 03:44:52 +01:00`. */
export function useExactMoments(): (time: Date) => string {
  const settings = useSettingsStore();
  return (time) => exactMoment(time, settings.timeZone);
}

/** Only the time, when the day is known: `03:44:52 +01:00`. */
export function useClock(): (time: Date) => string {
  const settings = useSettingsStore();
  return (time) => {
    const [, ...clock] = exactMoment(time, settings.timeZone).split(' ');
    return clock.join(' ');
  };
}

/** Only the time of what is of today, otherwise with its day: `21 Nov 2026 03:44:52 +01:00`. */
export function useClockOrDay(): (time: Date, now: Date) => string {
  const settings = useSettingsStore();
  const clock = useClock();
  return (time, now) =>
    dayKey(time, settings.timeZone) === dayKey(now, settings.timeZone)
      ? clock(time)
      : formatMoment(time, settings.timeZone, true);
}

/** Without the zone, which is shown beside it or does not fit: `03:44:52`. */
export function useBareClock(): (time: Date, milliseconds?: boolean) => string {
  const settings = useSettingsStore();
  return (time, milliseconds) => clockTime(time, settings.timeZone, milliseconds);
}
