import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { useShortcutsStore } from '../stores/shortcuts';
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

it('undoes once for a key that is held down, and leaves a text that is being composed alone', async () => {
  const dialog = document.body.appendChild(document.createElement('div'));
  const shown = mount(DialogToasts, { attachTo: dialog });
  shown.element.append(document.createElement('p'));
  await nextTick();
  const undo = vi.fn();
  useShortcutsStore().register('undo', { run: undo });
  const press = (how: KeyboardEventInit): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, cancelable: true, ...how });
    shown.element.parentElement?.dispatchEvent(event);
    return event;
  };
  expect(press({ isComposing: true }).defaultPrevented).toBe(false);
  expect(undo).not.toHaveBeenCalled();
  expect(press({}).defaultPrevented).toBe(true);
  // Otherwise the field in the dialog would undo with each repetition.
  expect(press({ repeat: true }).defaultPrevented).toBe(true);
  expect(undo).toHaveBeenCalledOnce();
  shown.unmount();
  dialog.remove();
});
