import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { useClocksStore } from './clocks';

type Told = { readonly profileId: string; readonly skewMs: number | null };
let tell: (told: Told) => void = () => undefined;

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: (_name: string, listener: typeof tell) => (tell = listener) });
});

it('gives the time of a service by its last known clock difference', () => {
  const clocks = useClocksStore();
  const ours = new Date('2026-11-26T12:00:00Z');
  const there = (profileId: string | null): string => clocks.serviceTime(profileId, ours).toISOString();
  tell({ profileId: 'a', skewMs: -3_600_000 });
  expect(there('a')).toBe('2026-11-26T11:00:00.000Z');
  expect(there('b')).toBe('2026-11-26T12:00:00.000Z');
  expect(there(null)).toBe('2026-11-26T12:00:00.000Z');
  tell({ profileId: 'a', skewMs: null });
  expect(there('a')).toBe('2026-11-26T12:00:00.000Z');
});
