import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import HeaderRows from './HeaderRows.vue';

const props = { id: 'h', label: 'Headers', word: 'header', rows: [], findings: [], names: [] };

it('A line that is being typed becomes a row when the window closes, and none comes of nothing', async () => {
  const wrapper = mount(HeaderRows, { props });
  await wrapper.get('input[aria-label="New header"]').setValue('x-trace: abc');
  expect(wrapper.emitted('update')).toBeUndefined();
  window.dispatchEvent(new Event('pagehide'));
  expect(wrapper.emitted('update')).toMatchObject([[[{ name: 'x-trace', value: 'abc', enabled: true }]]]);
  window.dispatchEvent(new Event('pagehide'));
  expect(wrapper.emitted('update')).toHaveLength(1);
  wrapper.unmount();
});
