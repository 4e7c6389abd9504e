import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/{contract,shared,main,preload,sandbox}/**/*.test.ts', 'build/**/*.test.{ts,mjs}'],
        },
      },
      {
        plugins: [vue()],
        test: { name: 'web', environment: 'happy-dom', include: ['src/renderer/**/*.test.ts'] },
      },
    ],
  },
});
