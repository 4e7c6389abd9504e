import { mount } from '@vue/test-utils';
import { Copy } from '@lucide/vue';
import { expect, it } from 'vitest';
import Icon from './Icon.vue';

it('draws the shapes of the library a little smaller, with 1.5 px lines, and takes a class', () => {
  const own = mount(Icon, { props: { name: 'copy' }, attrs: { class: 'mine' } }).find('svg');
  const theirs = mount(Copy, { props: { size: 16 } }).find('svg');
  expect(own.element.innerHTML).toBe(theirs.element.innerHTML);
  expect(own.classes()).toEqual(['icon', 'mine']);
  for (const name of ['width', 'height', 'fill', 'stroke', 'stroke-linecap', 'stroke-linejoin'])
    expect([name, own.attributes(name)]).toEqual([name, theirs.attributes(name)]);
  const [, , square] = (own.attributes('viewBox') ?? '').split(' ').map(Number);
  expect(square).toBe(26);
  expect((Number(own.attributes('stroke-width')) * 16) / (square ?? 0)).toBeCloseTo(1.5, 2);
});
