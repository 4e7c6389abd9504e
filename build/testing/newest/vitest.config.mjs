import { defineConfig } from 'vitest/config';
import { aliases } from '../../aliases.mjs';
import { repoRoot } from '../../setup/paths.mjs';

export default defineConfig({
  root: repoRoot,
  resolve: { alias: aliases },
  test: {
    environment: 'node',
    include: ['build/testing/newest/**/*.newest.mjs'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
