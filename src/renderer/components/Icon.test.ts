import { mount } from '@vue/test-utils';
import { Copy } from '@lucide/vue';
import { expect, it } from 'vitest';
import Icon from './Icon.vue';

it('draws the same as the library at 16 px with 1.5 px lines, and takes a class', () => {
  const own = mount(Icon, { props: { name: 'copy' }, attrs: { class: 'mine' } }).find('svg');
  const theirs = mount(Copy, { props: { size: 16, strokeWidth: 1.5, absoluteStrokeWidth: true } }).find(
    'svg',
  );
  expect(own.element.innerHTML).toBe(theirs.element.innerHTML);
  expect(own.classes()).toEqual(['icon', 'mine']);
  for (const name of [
    'width',
    'height',
    'viewBox',
    'fill',
    'stroke',
    'stroke-width',
    'stroke-linecap',
    'stroke-linejoin',
  ])
    expect([name, own.attributes(name)]).toEqual([name, theirs.attributes(name)]);
});
