import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it } from 'vitest';
import type { Entry } from './entry';
import type { Match } from './fuzzy';
import PaletteOption from './PaletteOption.vue';

const entry: Entry = {
  key: null,
  group: 'Sessions',
  icon: 'sessions',
  words: 'Ada Example',
  note: '13,591 · 5e550000…0001 · visa',
  run: () => undefined,
};

it('keeps a partly matched ID in one piece', () => {
  const match: Match<Entry> = { item: entry, tier: 2, marks: { words: [], note: [7, 13], kind: [] } };
  const shown = mount(PaletteOption, {
    props: { match, active: false },
    global: { plugins: [createPinia()] },
  });
  const note = shown.get('.option__note');
  expect(note.text()).toBe(entry.note);
  expect(note.get('.option__id').text()).toBe('5e550000…0001');
  expect(note.findAll('b').map((part) => part.text())).toEqual(['·', '5e55']);
});

it('marks up an ID as code, and matches in bold', () => {
  const match: Match<Entry> = {
    item: entry,

    tier: 0,
    marks: { words: [], note: [0, 6], kind: [] },
  };
  const shown = mount(PaletteOption, {
    props: { match, active: false },
    global: { plugins: [createPinia()] },
  });
  const note = shown.get('.option__note');
  expect(note.text()).toBe(entry.note);
  expect(note.findAll('.option__id').map((id) => id.text())).toEqual(['5e550000…0001']);
  expect(note.findAll('b').map((part) => part.text())).toEqual(['13,591']);
});
