import { expect, it } from 'vitest';
import { exportName } from './export-name';

const readAt = new Date('2026-11-29T12:30:59.000Z');

it.each([
  ['sessions', 'Shop', 'sandbox', 'sessions-shop-sandbox-2026-11-29T12-30Z'],
  ['sessions', 'Shop', 'production', 'sessions-shop-production-2026-11-29T12-30Z'],
  ['sessions', 'Sandbox EU', 'sandbox', 'sessions-sandbox-eu-2026-11-29T12-30Z'],
  ['sessions', 'Sandbox', 'production', 'sessions-sandbox-production-2026-11-29T12-30Z'],
  ['1,234 buyers', '../a:b*?"<>|\u202e', 'local', '1234-buyers-a-b-local-2026-11-29T12-30Z'],
  ['buyers', '\u{1f4a5}', 'production', 'buyers-production-2026-11-29T12-30Z'],
] as const)('names a file of %s on the profile %s (%s) as %s', (what, name, environment, expected) => {
  expect(exportName(what, { profile: { name, environment }, readAt })).toBe(expected);
});

it('limits a long name, and keeps the environment and the time', () => {
  const profile = { name: 'x'.repeat(500), environment: 'production' } as const;
  const made = exportName('y'.repeat(500), { profile, readAt });
  expect(made.length).toBeLessThan(115);
  expect(made).toMatch(/x-production-2026-11-29T12-30Z$/);
});
