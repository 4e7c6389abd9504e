import { mount } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import FormDialog from './FormDialog.vue';

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

it('is named by its title, described where there is something to say, and begins in its first field', async () => {
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

it('has the way out first, then what stands beside it, then what takes over what was entered', async () => {
  const { button, submit, cancel, open: opened, words } = await open();
  expect(words).toEqual(['Cancel', 'Without it', 'Save note']);
  button('Save note').click();
  expect(submit).toHaveBeenCalledOnce();
  expect(opened).not.toHaveBeenCalled();
  expect(cancel).not.toHaveBeenCalled();
});

it('is done with what was entered after Cancel alone: Escape closes, and Enter on Cancel saves nothing', async () => {
  const { button, submit, cancel, open: opened, shown } = await open();
  shown.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(opened.mock.calls).toEqual([[false]]);
  expect(cancel).not.toHaveBeenCalled();
  button('Cancel').click();
  expect(cancel).toHaveBeenCalledOnce();
  expect(opened.mock.calls).toEqual([[false], [false]]);
  expect(submit).not.toHaveBeenCalled();
});

it('keeps the focus on a button that takes nothing over for the moment, and takes nothing over', async () => {
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

it('has only the way out where there is nothing to take over', async () => {
  expect((await open({ submit: null })).words).toEqual(['Cancel', 'Without it']);
});

it('says that it is saving as long as it does, and takes nothing over a second time meanwhile', async () => {
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

it('shows what gets the focus, also where the trap of the focus sets it without scrolling', async () => {
  const { button } = await open();
  const seen = vi.fn();
  const save = button('Save note');
  save.scrollIntoView = seen;
  save.focus({ preventScroll: true });
  expect(seen).toHaveBeenCalledWith({ block: 'nearest' });
});
