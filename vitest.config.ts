import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Generous: a busy machine makes a property test slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{contract,shared,main,preload,sandbox}/**/*.test.ts', 'build/**/*.test.{ts,mjs}'],
        },
      },
      {
        extends: true,
        plugins: [vue()],
        test: { name: 'web', environment: 'happy-dom', include: ['src/renderer/**/*.test.ts'] },
      },
    ],
  },
});
