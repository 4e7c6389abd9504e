import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  // Pictures are only taken on request (npm run pictures); they check nothing.
  testMatch: process.env.PICTURES === undefined ? '**/*.spec.ts' : '**/*.pictures.ts',
  tsconfig: './tsconfig.e2e.json',
  outputDir: 'out/reports/e2e-artifacts',
  // On two cores, a third window works while the others wait. A failure is never retried.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Generous: a busy machine makes a journey slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 20_000 },
});
