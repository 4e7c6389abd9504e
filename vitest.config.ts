import vue from '@vitejs/plugin-vue';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { aliases } from './build/aliases.mjs';

/** Tests that mock modules with `vi.mock`, which would stay so for the files after them: each needs its own modules. */
export const MOCKING = [
  'src/main/database/moved-meanwhile.test.ts',
  'src/main/faults/faults.test.ts',
  'src/main/files/atomic-file.test.ts',
  'src/main/operations/fourth-operation.test.ts',
  'src/main/profiles/file-checks.test.ts',
  'src/main/saved-requests/live/all-or-none.test.ts',
  'src/main/shell/chosen-files.test.ts',
  'src/renderer/features/sessions/read-large.test.ts',
];
/** The same, for those that need a window. */
export const MOCKING_IN_A_WINDOW = ['src/renderer/app/palette/CommandPalette.test.ts'];

/** Tests that need a window: components, stores, and the others listed. */
const IN_A_WINDOW = [
  'src/renderer/**/[A-Z]*.test.ts',
  'src/renderer/**/*-store.test.ts',
  'src/renderer/**/use-*.test.ts',
  'src/renderer/app/{field-limit,field-undo,wake-storage,palette/button-entries,shortcuts/app-actions}.test.ts',
  'src/renderer/components/code-editor/editor-document.test.ts',
  'src/renderer/components/{focus-instead,one-place}.test.ts',
  'src/renderer/features/api/request/completion/body-completion.test.ts',
  'src/renderer/features/vault-forward/drafts/{expect-this,save-draft,saved-on-disk}.test.ts',
  'src/renderer/features/vault-forward/import/import-dialog.test.ts',
  'src/renderer/features/sessions/find-earlier.test.ts',
  'src/renderer/question/show-question.test.ts',
  'src/renderer/stores/{call-progress,clocks,notices,saved-requests,settings,typed}.test.ts',
];

// A list of additional certificate authorities on this machine: Node reads all of it at every start, which takes three
// times as long as the rest. The tests start hundreds of processes, and none of them connects to the outside.
delete process.env.NODE_EXTRA_CA_CERTS;

export default defineConfig({
  resolve: { alias: aliases },
  test: {
    // Generous: a busy machine makes a property test slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['build/testing/properties.setup.mjs', 'build/testing/waiting.setup.mjs'],
    expect: { poll: { timeout: 20_000 } },
    // The default leaves one core idle, which is half of what CI has; and some files wait for processes that they
    // started.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Modules are loaded once for all files of a worker, because loading them for each file took a third of the
          // time.
          isolate: false,
          exclude: [...MOCKING, ...IN_A_WINDOW],
          include: ['src/**/*.test.ts', 'build/**/*.test.{ts,mjs}', 'bench/**/*.test.mjs'],
        },
      },
      { extends: true, test: { name: 'node, mocking', environment: 'node', include: MOCKING } },
      {
        extends: true,
        plugins: [vue()],
        test: { name: 'web, mocking', environment: 'happy-dom', include: MOCKING_IN_A_WINDOW },
      },
      {
        extends: true,
        plugins: [vue()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // One window for all files of a worker (window.setup.mjs).
          pool: 'threads',
          isolate: false,
          setupFiles: ['build/testing/window.setup.mjs'],
          include: IN_A_WINDOW,
          exclude: MOCKING_IN_A_WINDOW,
        },
      },
    ],
  },
});
