import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import FormDialog from './FormDialog.vue';

beforeEach(() => setActivePinia(createPinia()));
afterEach(() => document.body.replaceChildren());

async function open(
  props: { incomplete?: boolean; saving?: boolean; submit?: string | null; description?: string } = {},
) {
  const said = { submit: vi.fn(), cancel: vi.fn(), open: vi.fn() };
  const dialog = mount(FormDialog, {
    attachTo: document.body,
    props: {
      open: true,
      title: 'Add a note',
      submit: 'Save note',
      ...props,
      onSubmit: said.submit,
      onCancel: said.cancel,
      'onUpdate:open': said.open,
    },
    attrs: { class: 'dialog--wide' },
    slots: { default: '<input id="note" />', answers: '<button type="button">Without it</button>' },
  });
  await nextTick();
  await nextTick();
  const shown = document.querySelector('[role="dialog"]');
  if (shown === null) throw new Error('there is no dialog');
  const buttons = [...shown.querySelectorAll('button')];
  const button = (words: string): HTMLButtonElement => {
    const found = buttons.find(({ textContent }) => textContent.trim() === words);
    if (found === undefined) throw new Error(`there is no button ${words}`);
    return found;
  };
  return { ...said, dialog, shown, button, words: buttons.map(({ textContent }) => textContent.trim()) };
}

it('is named by its title, has an optional description, and focuses its first field', async () => {
  const { shown } = await open({ description: 'It is searched, too.' });
  const text = (attribute: string) =>
    document.getElementById(shown.getAttribute(attribute) ?? '')?.textContent;
  expect(text('aria-labelledby')).toBe('Add a note');
  expect(text('aria-describedby')).toBe('It is searched, too.');
  expect(shown.classList).toContain('dialog--wide');
  expect(document.activeElement?.id).toBe('note');
  document.body.replaceChildren();
  expect((await open()).shown.getAttribute('aria-describedby')).toBeNull();
});

it('puts Cancel first, then other answers, then the submit button', async () => {
  const { button, submit, cancel, open: opened, words } = await open();
  expect(words).toEqual(['Cancel', 'Without it', 'Save note']);
  button('Save note').click();
  expect(submit).toHaveBeenCalledOnce();
  expect(opened).not.toHaveBeenCalled();
  expect(cancel).not.toHaveBeenCalled();
});

it('emits cancel only for Cancel; Escape just closes', async () => {
  const { button, submit, cancel, open: opened, shown } = await open();
  shown.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(opened.mock.calls).toEqual([[false]]);
  expect(cancel).not.toHaveBeenCalled();
  button('Cancel').click();
  expect(cancel).toHaveBeenCalledOnce();
  expect(opened.mock.calls).toEqual([[false], [false]]);
  expect(submit).not.toHaveBeenCalled();
});

it('keeps the focus on an unavailable submit button, and does not submit', async () => {
  const { button, submit, dialog, shown } = await open();
  const save = button('Save note');
  save.focus();
  await dialog.setProps({ incomplete: true });
  expect(document.activeElement).toBe(save);
  expect(save.getAttribute('aria-disabled')).toBe('true');
  save.click();
  shown.querySelector('form')?.requestSubmit();
  expect(submit).not.toHaveBeenCalled();
  await dialog.setProps({ incomplete: false });
  expect(save.getAttribute('aria-disabled')).toBe('false');
  save.click();
  expect(submit).toHaveBeenCalledOnce();
});

it('has no submit button if there is nothing to submit', async () => {
  expect((await open({ submit: null })).words).toEqual(['Cancel', 'Without it']);
});

it('says that it is saving, and does not submit twice', async () => {
  const { button, submit, dialog, shown } = await open();
  const said = () => shown.querySelector('[role="status"]')?.textContent.trim();
  expect(said()).toBe('');
  await dialog.setProps({ saving: true });
  expect(said()).toBe('Saving…');
  const save = button('Save note');
  expect(save.getAttribute('aria-disabled')).toBe('true');
  save.click();
  expect(submit).not.toHaveBeenCalled();
  await dialog.setProps({ saving: false });
  expect(said()).toBe('');
  save.click();
  expect(submit).toHaveBeenCalledOnce();
});

it('scrolls the focused control into view, even if focusing did not scroll', async () => {
  const { button } = await open();
  const seen = vi.fn();
  const save = button('Save note');
  save.scrollIntoView = seen;
  save.focus({ preventScroll: true });
  expect(seen).toHaveBeenCalledWith({ block: 'nearest' });
});
