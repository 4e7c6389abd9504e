import { mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { h } from 'vue';
import { connectInPage } from './json-view/test-support/connected';
import JsonView from './json-view/JsonView.vue';
import TabSet from './TabSet.vue';

const mounted: VueWrapper[] = [];
afterEach(() => {
  for (const wrapper of mounted.splice(0)) wrapper.unmount();
});

/** Two tabs, one of which has a viewer, and spies that count how often it is connected and closed. */
function tabsWithViewer(keep: boolean) {
  const connect = vi.fn(connectInPage());
  const close = vi.fn();
  const source = { kind: 'text', text: '{"a": [1, 2], "b": 3}' } as const;
  const viewer = () =>
    h(JsonView, {
      source: { ...source },
      connect: () => {
        const connection = connect();
        return { ...connection, close: () => (close(), connection.close()) };
      },
    });
  const wrapper = mount(TabSet, {
    props: {
      tabs: [
        { id: 'json', label: 'JSON', keep },
        { id: 'request', label: 'Request' },
      ],
      label: 'Result',
      modelValue: 'request',
      resultId: 'first',
    },
    slots: { json: viewer, request: () => h('p', { class: 'request' }) },
    attachTo: document.body,
  });
  mounted.push(wrapper);
  const rows = () => wrapper.findAll('[role=treeitem]').length;
  const show = (modelValue: string) => wrapper.setProps({ modelValue });
  return { wrapper, connect, close, rows, show };
}
const eventually = (check: () => void): Promise<void> => vi.waitFor(check);

it('creates the content of a tab when it is opened, and destroys it when another is', async () => {
  const { wrapper, connect, close, show } = tabsWithViewer(false);
  expect(connect).not.toHaveBeenCalled();
  await show('json');
  expect([connect.mock.calls.length, wrapper.find('.request').exists()]).toEqual([1, false]);
  await show('request');
  expect(close).toHaveBeenCalledOnce();
  await show('json');
  expect(connect).toHaveBeenCalledTimes(2);
});

it('keeps a viewer and its folding while another tab is shown', async () => {
  const { wrapper, connect, close, rows, show } = tabsWithViewer(true);
  await show('json');
  await eventually(() => expect(rows()).toBe(5));
  await wrapper.findAll('[role=treeitem]')[1]?.trigger('dblclick');
  await eventually(() => expect(rows()).toBe(3));
  const tree = wrapper.get('[role=tree]').element;
  await show('request');
  expect(wrapper.find('.request').exists()).toBe(true);
  await show('json');
  expect(wrapper.get('[role=tree]').element).toBe(tree);
  expect(rows()).toBe(3);
  expect([connect.mock.calls.length, close.mock.calls.length]).toEqual([1, 0]);
});

it('destroys a kept viewer when the result changes, whichever tab is shown', async () => {
  const { wrapper, connect, close, show } = tabsWithViewer(true);
  await show('json');
  await show('request');
  await wrapper.setProps({ resultId: 'second' });
  expect(close).toHaveBeenCalledOnce();
  expect(wrapper.find('[role=tree]').exists()).toBe(false);
  await show('json');
  expect(connect).toHaveBeenCalledTimes(2);
});
