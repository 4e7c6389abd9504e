import { formatMoment } from '@shared/text/format-time';
import { useSettingsStore } from './settings';

/** Writes moments in the time zone of the settings. */
export function useMoments(): (time: Date) => string {
  const settings = useSettingsStore();
  return (time) => formatMoment(time, settings.timeZone);
}
