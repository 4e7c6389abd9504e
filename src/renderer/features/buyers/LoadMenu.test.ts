import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it } from 'vitest';
import LoadMenu from './LoadMenu.vue';

it('keeps the focus on Load all while it loads, and begins no second load', async () => {
  setActivePinia(createPinia());
  const menu = mount(LoadMenu, { attachTo: document.body, props: { loading: false } });
  const button = menu.get<HTMLButtonElement>('button.load-menu__all');
  button.element.focus();
  await button.trigger('click');
  await menu.setProps({ loading: true });
  expect(button.attributes('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(button.element);
  await button.trigger('click');
  expect(menu.emitted('loadAll')).toHaveLength(1);
  menu.unmount();
});
