import { mount } from '@vue/test-utils';
import { nextTick } from 'vue';
import { expect, it } from 'vitest';
import Disclosure from './Disclosure.vue';

async function toggle(details: HTMLDetailsElement, open: boolean): Promise<void> {
  details.open = open;
  details.dispatchEvent(new Event('toggle'));
  await nextTick();
}

it('makes what is inside when it first opens, and keeps it', async () => {
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

it('has what is inside from the start when it is open', () => {
  const shown = mount(Disclosure, {
    props: { title: 'Metadata', open: true },
    slots: { default: '<p class="inside" />' },
  });
  expect(shown.find('.inside').exists()).toBe(true);
});
