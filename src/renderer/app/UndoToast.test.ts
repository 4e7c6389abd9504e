import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it } from 'vitest';
import UndoToast from './UndoToast.vue';

it.each([
  [0, 'Deleted “Yy”.'],
  [1, 'Deleted “Yy”. 1 earlier action.'],
])('says how many more actions can be undone: %i', (more, words) => {
  const entry = {
    id: 1,
    words: 'Deleted “Yy”.',
    problem: null,
    screens: [null],
    profileId: null,
    line: null,
  };
  const shown = mount(UndoToast, {
    props: { entry, more, seen: false },
    global: { plugins: [createPinia()] },
  });
  expect(shown.find('p').text().replace(/\s+/g, ' ')).toBe(words);
});
