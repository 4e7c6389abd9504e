import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import RequestTree from './RequestTree.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => undefined });
});

it('says that nothing matches the filter, to screen readers too, with a button to clear it, and shows no tree', async () => {
  const line = {
    id: '1',
    name: 'Charge',
    folder: '',
    description: '',
    subject: 'psp.example',
    method: 'POST',
  };
  const props = { chosen: null, lines: [line as unknown as SavedRequestLine], filter: 'charge' };
  const tree = mount(RequestTree, { props });
  expect(tree.findAll('[role="treeitem"]')).toHaveLength(1);
  await tree.setProps({ filter: 'refund' });
  expect(tree.get('[role="status"]').text()).toContain('Nothing matches');
  expect(tree.find('[role="tree"]').exists()).toBe(false);
  await tree.get('button').trigger('click');
  expect(tree.emitted('clearFilter')).toHaveLength(1);
});

it('asks to delete the focused request on Delete, but not a folder', async () => {
  const line = { id: '1', name: 'Charge', folder: 'Cards', description: '', subject: '', operation: 'free' };
  const props = { chosen: '1', lines: [line as unknown as SavedRequestLine], filter: '' };
  const tree = mount(RequestTree, { props });
  await tree.get('[role="tree"]').trigger('keydown', { key: 'Delete' });
  expect(tree.emitted('remove')).toEqual([['1']]);
  await tree.setProps({ chosen: 'folder:Cards' });
  await tree.get('[role="tree"]').trigger('keydown', { key: 'Delete' });
  expect(tree.emitted('remove')).toHaveLength(1);
});
