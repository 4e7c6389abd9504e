import vue from '@vitejs/plugin-vue';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { aliases } from './build/aliases.mjs';

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
          include: [
            'src/{contract,shared,openapi,cli,main,preload,sandbox,renderer/tools}/**/*.test.ts',
            'build/**/*.test.{ts,mjs}',
            'bench/**/*.test.mjs',
          ],
        },
      },
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
