import { mount } from '@vue/test-utils';
import { nextTick } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Disclosure from './Disclosure.vue';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

async function toggle(details: HTMLDetailsElement, open: boolean): Promise<void> {
  details.open = open;
  details.dispatchEvent(new Event('toggle'));
  await nextTick();
}

it('renders its content when opened, and keeps it', async () => {
  const shown = mount(Disclosure, {
    props: { title: 'Metadata' },
    slots: { default: '<input class="inside">' },
  });
  expect(shown.find('.inside').exists()).toBe(false);
  const details = shown.find('details').element;
  await toggle(details, true);
  shown.find<HTMLInputElement>('.inside').element.value = 'typed';
  await toggle(details, false);
  await toggle(details, true);
  expect(shown.find<HTMLInputElement>('.inside').element.value).toBe('typed');
});

it('renders the content of a closed one a moment later', async () => {
  const shown = mount(Disclosure, {
    props: { title: 'Metadata' },
    slots: { default: '<p class="inside" />' },
  });
  await nextTick();
  expect(shown.find('.inside').exists()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown.find('.inside').exists()).toBe(true);
});

it('renders its content immediately if open', () => {
  const shown = mount(Disclosure, {
    props: { title: 'Metadata', open: true },
    slots: { default: '<p class="inside" />' },
  });
  expect(shown.find('.inside').exists()).toBe(true);
});

it('shows a text direction character in its summary as an escape', () => {
  const shown = mount(Disclosure, { props: { title: 'Metadata', summary: 'note \u202E0001 RUE' } });
  expect(shown.find('summary').text()).toContain('note \\u202e0001 RUE');
});
