import { flushPromises, mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { defineComponent, h, KeepAlive, ref } from 'vue';
import { succeed } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import SessionMarks from './SessionMarks.vue';

const ID = '5e550000-0000-4000-8000-000000000001';

afterEach(() => vi.unstubAllGlobals());

it('shows a note that was written on another screen meanwhile', async () => {
  const profile = { name: 'Shop EU' };
  const entry = {
    id: 'e',
    url: `https://x.example/${ID}`,
    starred: false,
    note: '',
    startedAt: '2026-01-01',
  };
  const searchHistory = vi.fn(() => Promise.resolve(succeed({ entries: [{ ...entry, profile }] })));
  vi.stubGlobal('explorer', { searchHistory });
  const isOpen = ref(true);
  const Screen = defineComponent(
    () => () => h('main', [h(SessionMarks, { exchange: exchangeOf(200, '{}'), sessionId: ID })]),
  );
  const shown = mount(
    defineComponent(() => () => h(KeepAlive, [isOpen.value ? h(Screen) : h('p')])),
    { global: { plugins: [createPinia()], stubs: { RouterLink: true } } },
  );
  await vi.waitFor(() => expect(searchHistory).toHaveBeenCalled());
  await flushPromises();
  expect(shown.text()).not.toContain('Called back');
  isOpen.value = false;
  await flushPromises();
  searchHistory.mockResolvedValue(succeed({ entries: [{ ...entry, profile, note: 'Called back' }] }));
  isOpen.value = true;
  await vi.waitFor(() => expect(shown.text()).toContain('Called back'));
});
