import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { h } from 'vue';
import { refuse, succeed } from '@shared/problem';
import LatestToast from './LatestToast.vue';
import { useUndoStore } from '../stores/undo';
import FormDialog from '../components/FormDialog.vue';

beforeEach(() => setActivePinia(createPinia()));
afterEach(() => document.body.replaceChildren());

async function open() {
  const toasts = mount(LatestToast, { attachTo: document.body });
  const undo = useUndoStore();
  const undone: string[] = [];
  const remove = async (what: string): Promise<void> => {
    const putBack = async () => {
      undone.push(what);
      return succeed(null);
    };
    undo.offer(`Removed ${what}.`, putBack, 60_000);
    await flushPromises();
  };
  await remove('before');
  const dialog = mount(FormDialog, {
    attachTo: document.body,
    props: { open: true, title: 'Snippets', submit: null },
    slots: { default: () => h('input') },
  });
  await flushPromises();
  const shown = (): HTMLElement | null => document.querySelector('[role="dialog"]');
  const field = shown()?.querySelector('input');
  if (!field) throw new Error('there is no dialog');
  const press = async (): Promise<boolean> => {
    const event = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true });
    field.dispatchEvent(event);
    await flushPromises();
    return event.defaultPrevented;
  };
  return { toasts, dialog, shown, remove, undone, press };
}

it('shows in the dialog what was done in it, and on the screen again once the dialog is closed', async () => {
  const { toasts, dialog, shown, remove } = await open();
  expect(shown()?.textContent).not.toContain('Removed');
  await remove('inside');
  expect(shown()?.querySelector('[aria-live="polite"]')?.textContent).toContain('Removed inside.');
  await dialog.setProps({ open: false });
  await flushPromises();
  expect(shown()).toBeNull();
  expect(toasts.element.ownerDocument.body.textContent).toContain('Removed inside.');
});

it('is gone with a dialog that its screen takes away', async () => {
  const { dialog, remove } = await open();
  await remove('inside');
  dialog.unmount();
  await flushPromises();
  expect(document.body.textContent).toContain('Removed inside.');
});

it('undoes by Ctrl+Z what was done in the dialog, and nothing that was done before it', async () => {
  const { remove, undone, press } = await open();
  expect(await press()).toBe(false);
  await remove('one');
  await remove('two');
  expect(await press()).toBe(true);
  expect(await press()).toBe(true);
  expect(await press()).toBe(false);
  expect(undone).toEqual(['two', 'one']);
});

it('leaves Ctrl+Z to a field that has used it', async () => {
  const { shown, remove, undone, press } = await open();
  await remove('one');
  shown()
    ?.querySelector('input')
    ?.addEventListener('keydown', (event) => event.preventDefault());
  await press();
  expect(undone).toEqual([]);
});

it('moves the focus to the next Undo in the dialog', async () => {
  const { shown, remove, undone } = await open();
  await remove('one');
  await remove('two');
  const button = [...(shown()?.querySelectorAll('button') ?? [])].find(({ textContent }) =>
    textContent.includes('Undo'),
  );
  button?.focus();
  button?.click();
  await flushPromises();
  await new Promise((resolve) => setTimeout(resolve));
  expect(undone).toEqual(['two']);
  expect(document.activeElement?.textContent).toContain('Undo');
  expect(shown()?.contains(document.activeElement)).toBe(true);
});

it('is in the status bar after 8 s, with the earlier ones, unless the mouse is on it', async () => {
  vi.useFakeTimers();
  const toasts = mount(LatestToast, { attachTo: document.body });
  const undo = useUndoStore();
  const remove = (what: string): void => undo.offer(`Removed ${what}.`, async () => succeed(null), 60_000);
  const isFolded = (): boolean => toasts.get('.toast').attributes('data-folded') !== undefined;
  remove('one');
  remove('two');
  await vi.advanceTimersByTimeAsync(7_000);
  await toasts.get('.toast').trigger('mouseenter');
  await vi.advanceTimersByTimeAsync(7_000);
  expect(isFolded()).toBe(false);
  await toasts.get('.toast').trigger('mouseleave');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(isFolded()).toBe(true);
  await toasts.get('button').trigger('click');
  await vi.advanceTimersByTimeAsync(0);
  expect(toasts.text()).toContain('Removed one.');
  expect(isFolded()).toBe(true);
  remove('three');
  await vi.advanceTimersByTimeAsync(0);
  expect(isFolded()).toBe(false);
  vi.useRealTimers();
});

it('shows in full why an Undo from the status bar failed', async () => {
  vi.useFakeTimers();
  const toasts = mount(LatestToast, { attachTo: document.body });
  const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };
  useUndoStore().offer('Removed one.', async () => refuse(problem), 60_000);
  await vi.advanceTimersByTimeAsync(8_000);
  await toasts.get('button').trigger('click');
  await vi.advanceTimersByTimeAsync(0);
  expect(toasts.get('.toast').attributes('data-folded')).toBeUndefined();
  expect(toasts.text()).toContain('No. M N');
  vi.useRealTimers();
});

it('stays whole in a dialog, which has no status bar', async () => {
  vi.useFakeTimers();
  const { dialog, remove } = await open();
  await remove('inside');
  const isFolded = (): boolean => document.querySelector('.toast')?.hasAttribute('data-folded') ?? false;
  await vi.advanceTimersByTimeAsync(9_000);
  expect(isFolded()).toBe(false);
  await dialog.setProps({ open: false });
  await vi.advanceTimersByTimeAsync(0);
  expect(isFolded()).toBe(true);
  vi.useRealTimers();
});
