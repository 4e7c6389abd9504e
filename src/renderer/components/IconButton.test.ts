import { mount } from '@vue/test-utils';
import { expect, it, vi } from 'vitest';
import IconButton from './IconButton.vue';

it.each([{}, { title: 'Close (Esc)' }])(
  'has its label as its name, and as its tooltip unless there is another: %o',
  (attrs) => {
    const button = mount(IconButton, { props: { icon: 'close', label: 'Close' }, attrs });
    expect(button.attributes()).toMatchObject({ 'aria-label': 'Close', title: 'Close', ...attrs });
  },
);

it('is a button with the classes, the state and the listeners of its place', async () => {
  const onClick = vi.fn();
  const button = mount(IconButton, {
    props: { icon: 'star', label: 'Starred', small: true },
    attrs: { class: 'mine', 'aria-pressed': false, 'data-part': 'star', onClick },
  });
  expect(button.attributes()).toMatchObject({ type: 'button', 'aria-pressed': 'false', 'data-part': 'star' });
  expect(button.classes()).toEqual(['button', 'button--icon', 'button--small', 'mine']);
  expect(button.find('svg').attributes('data-icon')).toBe('star');
  await button.trigger('click');
  expect(onClick).toHaveBeenCalledTimes(1);
});
