import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { routerOf } from '@renderer/stores/router.fixture';
import { useShortcutsStore } from '@renderer/stores/shortcuts';
import { useAppActions } from './app-actions';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('does what is chosen in the menu, but nothing behind a modal question, as with keys', async () => {
  setActivePinia(createPinia());
  const listeners = new Map<string, (event: unknown) => void>();
  const on = (name: string, listener: (event: unknown) => void): unknown => listeners.set(name, listener);
  vi.stubGlobal('explorer', { on });
  const frame = {
    template: '<i />',
    setup: () => useAppActions(),
  };
  mount(frame, { global: { plugins: [routerOf('/sessions')] } });
  const save = vi.fn();
  useShortcutsStore().register('save', { run: save });
  const choose = (): void => listeners.get('shortcutChosen')?.({ id: 'save' });
  choose();
  expect(save).toHaveBeenCalledOnce();
  const question = document.createElement('div');
  question.setAttribute('role', 'alertdialog');
  document.body.append(question);
  choose();
  expect(save).toHaveBeenCalledOnce();
});
