import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Problem } from '@shared/problem';
import UndoToast from './UndoToast.vue';

const entry = {
  id: 1,
  words: 'Deleted “Yy”.',
  problem: null,
  screens: [null],
  profileId: null,
  line: null,
};
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  [0, 'Deleted “Yy”.'],
  [1, 'Deleted “Yy”. 1 earlier action.'],
])('says how many more actions can be undone: %i', (more, words) => {
  const shown = mount(UndoToast, {
    props: { entry, more, seen: false },
    global: { plugins: [createPinia()] },
  });
  expect(shown.find('p').text().replace(/\s+/g, ' ')).toBe(words);
});

it.each([
  [320, null, true],
  [1280, null, false],
  // Why an Undo failed is not cut off.
  [320, { title: 'Not undone', meaning: '', nextStep: '' }, false],
])(
  'in a window of %i px and with the problem %o, begins in the status bar: %s',
  async (width, problem, isFolded) => {
    vi.stubGlobal('innerWidth', width);
    vi.stubGlobal('matchMedia', () => ({ matches: width < 480, addEventListener: () => undefined }));
    const given = { ...entry, problem: problem as Problem | null };
    const shown = mount(UndoToast, {
      props: { entry: given, more: 0, seen: false },
      global: { plugins: [createPinia()] },
    });
    await nextTick();
    expect(shown.get('.toast').attributes('data-folded') !== undefined).toBe(isFolded);
  },
);
