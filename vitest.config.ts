import vue from '@vitejs/plugin-vue';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { aliases } from './build/aliases.mjs';

/** They put other modules in place of some (`vi.mock`): each has modules of its own. */
const MOCKING = [
  'src/main/faults/faults.test.ts',
  'src/main/operations/fourth-operation.test.ts',
  'src/main/profiles/file-checks.test.ts',
];

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    // Generous: a busy machine makes a property test slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // By itself it leaves one core idle, which is half of what CI has.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // The modules are loaded once for all files of a worker: to load them anew for each took a third of the time.
          isolate: false,
          exclude: MOCKING,
          include: [
            'src/{contract,shared,openapi,cli,main,preload,sandbox,renderer/tools}/**/*.test.ts',
            'build/**/*.test.{ts,mjs}',
            'bench/**/*.test.mjs',
          ],
        },
      },
      { extends: true, test: { name: 'node, mocking', environment: 'node', include: MOCKING } },
      {
        extends: true,
        plugins: [vue()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: ['src/renderer/**/*.test.ts'],
          exclude: ['src/renderer/tools/**'],
        },
      },
    ],
  },
});
