import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import BuyerPanel from './BuyerPanel.vue';

afterEach(() => void vi.unstubAllGlobals());

it('shows bidirectional control characters of a name as escapes in its heading', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  const text = JSON.stringify({ id: 'buyer-1', display_name: 'Ada \u202elive' });
  const item = { text, worst: null };
  const props = { item, rowLabel: 'Row 1 of 1', hasPrevious: false, hasNext: false };
  const panel = mount(BuyerPanel, {
    props,
    global: { plugins: [createPinia()], stubs: { TabSet: true, RouterLink: true } },
  });
  expect(panel.get('h2').text()).toBe(String.raw`Ada \u202elive`);
  expect(panel.get('h2').attributes('title')).toBe('Ada  live');
});
