import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';

const before = fc.readConfigureGlobal();
afterEach(() => {
  vi.unstubAllEnvs();
  fc.resetConfigureGlobal();
  fc.configureGlobal(before);
});

const casesOf = async (commit) => {
  vi.stubEnv('PROPERTIES_OF_COMMIT', commit);
  fc.resetConfigureGlobal();
  vi.resetModules();
  await import('./properties.setup.mjs');
  return fc.sample(fc.integer(), 20);
};

it('draws the same cases for the same commit, and others for another', async () => {
  const cases = await casesOf('3b71b9fa4a0e');
  expect(await casesOf('3b71b9fa4a0e')).toEqual(cases);
  expect(await casesOf('f3cc06774a0e')).not.toEqual(cases);
});

it('draws new cases each time without a commit', async () => {
  expect(await casesOf('')).not.toEqual(await casesOf(''));
});
