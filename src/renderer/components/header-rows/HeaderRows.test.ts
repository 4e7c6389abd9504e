import { mount } from '@vue/test-utils';
import { expect, it } from 'vitest';
import HeaderRows from './HeaderRows.vue';

const props = { id: 'h', label: 'Headers', word: 'header', rows: [], findings: [], names: [] };

it('adds a half-typed line as a row when the window closes, but does not add an empty one', async () => {
  const wrapper = mount(HeaderRows, { props });
  await wrapper.get('input[aria-label="New header"]').setValue('x-trace: abc');
  expect(wrapper.emitted('update')).toBeUndefined();
  window.dispatchEvent(new Event('pagehide'));
  expect(wrapper.emitted('update')).toMatchObject([[[{ name: 'x-trace', value: 'abc', enabled: true }]]]);
  window.dispatchEvent(new Event('pagehide'));
  expect(wrapper.emitted('update')).toHaveLength(1);
  wrapper.unmount();
});

it('switches a row on when its value is typed or pasted, but not when only its name changes', async () => {
  const off = { id: '1', name: 'x-trace', value: '', secret: false, enabled: false };
  const wrapper = mount(HeaderRows, { props: { ...props, rows: [off] } });
  const last = (): unknown => wrapper.emitted('update')?.at(-1);
  await wrapper.get('[aria-label="Name of header 1"]').setValue('x-span');
  expect(last()).toMatchObject([[{ name: 'x-span', enabled: false }]]);
  await wrapper.get('[aria-label="Value of header 1"]').setValue('abc');
  expect(last()).toMatchObject([[{ name: 'x-trace', value: 'abc', enabled: true }]]);
  const name = wrapper.get<HTMLInputElement>('[aria-label="Name of header 1"]');
  name.element.setSelectionRange(0, name.element.value.length);
  await name.trigger('paste', { clipboardData: { getData: () => 'x-key: 1' } });
  expect(last()).toMatchObject([[{ name: 'x-key', value: '1', enabled: true }]]);
  wrapper.unmount();
});

it('shows below a row what is known of a header of its name, and what is wrong with it instead', async () => {
  const row = { id: '1', name: 'X-TRACE', value: '', secret: false, enabled: true };
  const names = [{ name: 'x-trace', meaning: 'Where it came from', facts: 'text, required' }];
  const wrapper = mount(HeaderRows, { props: { ...props, rows: [row], names } });
  const told = (): string => wrapper.get('#h-0').text();
  expect(told()).toBe('text, required');
  await wrapper.setProps({ rows: [{ ...row, enabled: false }] });
  expect(told()).toBe('Not sent. text, required');
  await wrapper.setProps({ rows: [{ ...row, name: 'x-other' }] });
  expect(told()).toBe('');
  const wrong = {
    code: 'x',
    severity: 'warning',
    where: { field: 'headers', index: 0 },
    message: 'No.',
  } as const;
  await wrapper.setProps({ rows: [row], findings: [wrong] });
  expect(told()).toBe('No.');
  wrapper.unmount();
});
