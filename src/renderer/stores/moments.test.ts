import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import { useClockOrDay } from './moments';

it('gives the day of what is not of today', () => {
  setActivePinia(createPinia());
  const clock = useClockOrDay();
  const time = new Date('2026-11-21T09:15:02Z');
  expect(clock(time, new Date('2026-11-21T23:59:59Z'))).toBe('09:15:02 UTC');
  expect(clock(time, new Date('2026-11-22T00:00:00Z'))).toBe('21 Nov 2026 09:15:02 UTC');
});
