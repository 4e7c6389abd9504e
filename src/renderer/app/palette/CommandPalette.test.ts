import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { computed, ref, shallowRef } from 'vue';
import CommandPalette from './CommandPalette.vue';
import type { Entry } from './entry';
import { usePalette } from './use-palette';

vi.mock('./use-palette', () => ({ usePalette: vi.fn() }));
afterEach(() => document.body.replaceChildren());

it('keeps the chosen entry chosen when others arrive before it, until something is typed', async () => {
  setActivePinia(createPinia());
  const typed = ref('');
  const all = shallowRef<readonly Entry[]>([]);
  const entryOf = (words: string, run = vi.fn()): Entry => ({
    ...{ key: null, group: 'Actions', icon: 'run', words, run },
  });
  const marks = { words: [], note: [], kind: [] };
  const groups = computed(() => [
    { name: 'Actions' as const, matches: all.value.map((item) => ({ item, tier: 2 as const, marks })) },
  ]);
  const total = computed(() => all.value.length);
  vi.mocked(usePalette).mockReturnValue({ typed, groups, total, start: vi.fn(), count: vi.fn() });
  const run = vi.fn();
  all.value = [entryOf('Send'), entryOf('Settings', run)];
  const palette = mount(CommandPalette, { attachTo: document.body });
  await flushPromises();
  const field = document.querySelector('input');
  const press = async (key: string): Promise<void> => {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await flushPromises();
  };
  const chosen = (): string | undefined =>
    document.querySelector('[role="option"][aria-selected="true"]')?.textContent;
  await press('ArrowDown');
  expect(chosen()).toContain('Settings');
  all.value = [entryOf('Ada Lovelace'), entryOf('Send'), entryOf('Settings', run)];
  await flushPromises();
  expect(chosen()).toContain('Settings');
  typed.value = 's';
  all.value = [entryOf('Send'), entryOf('Settings', run)];
  await flushPromises();
  expect(chosen()).toContain('Send');
  palette.unmount();
});
