import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it } from 'vitest';
import { useUndoStore } from '../stores/undo';
import DialogToasts from './DialogToasts.vue';

beforeEach(() => setActivePinia(createPinia()));

it('stays the place of an open dialog when another one, that it replaced, goes after it came', () => {
  const palette = mount(DialogToasts);
  const dialog = mount(DialogToasts);
  palette.unmount();
  expect(useUndoStore().dialog?.place).toBe(dialog.element);
  dialog.unmount();
  expect(useUndoStore().dialog).toBeNull();
});
