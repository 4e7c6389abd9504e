import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refuse } from '@shared/problem';
import { useComposerStore } from './drafts/composer-store';
import { fakeMain, leaveWindow, setUpComposer } from './drafts/testing-composer';
import OwnPlaceholderForm from './OwnPlaceholderForm.vue';
import SnippetDialog from './SnippetDialog.vue';

const BUSY = { code: 'x', title: 'Busy', meaning: '', nextStep: '', detail: null };
let main: ReturnType<typeof fakeMain>;

beforeEach(() => {
  main = fakeMain();
  setUpComposer(main);
});
afterEach(async () => {
  await leaveWindow();
  document.body.replaceChildren();
});
const refuseToRead = (): void => {
  main.readComposerLibrary.mockReturnValueOnce(Promise.resolve(refuse(BUSY)) as never);
};

it('keeps a half-typed placeholder after Escape until Cancel, and stays open with the reason when nothing was added', async () => {
  const show = () => mount(OwnPlaceholderForm, { attachTo: document.body });
  const nameOf = (form: ReturnType<typeof show>) => form.get<HTMLInputElement>('#own-name').element.value;
  const first = show();
  await first.get('#own-name').setValue('CARD_HOLDER');
  first.unmount();
  const second = show();
  expect(nameOf(second)).toBe('CARD_HOLDER');
  refuseToRead();
  await second.trigger('submit');
  await flushPromises();
  expect(second.text()).toContain('Busy');
  expect(second.emitted('done')).toBeUndefined();
  await second.trigger('submit');
  await flushPromises();
  expect(second.emitted('done')).toHaveLength(1);
  second.unmount();

  const third = show();
  expect(nameOf(third)).toBe('');
  await third.get('#own-name').setValue('OTHER');
  await third.get('button[type="button"]').trigger('click');
  third.unmount();
  const fourth = show();
  expect(nameOf(fourth)).toBe('');
  fourth.unmount();
});

it("keeps a snippet's name for its draft after Escape, and stays open with the reason when nothing was added", async () => {
  const composer = useComposerStore();
  await composer.start();
  composer.active?.document.replace('{"a":1}');
  const [tab] = composer.tabs;
  const dialog = mount(SnippetDialog, {
    attachTo: document.body,
    props: { open: true, 'onUpdate:open': (open: boolean) => dialog.setProps({ open }) },
  });
  await flushPromises();
  const field = () => document.querySelector<HTMLInputElement>('#snippet-name');
  const element = field();
  if (element) element.value = 'Charge';
  element?.dispatchEvent(new Event('input'));
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await flushPromises();
  expect(field()).toBeNull();

  composer.openEmpty();
  await dialog.setProps({ open: true });
  expect(field()?.value).toBe('');
  if (tab) composer.activeId = tab.id;
  await flushPromises();
  expect(field()?.value).toBe('Charge');
  refuseToRead();
  field()?.form?.requestSubmit();
  await flushPromises();
  expect(field()?.value).toBe('Charge');
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Busy');
  field()?.form?.requestSubmit();
  await flushPromises();
  expect(field()).toBeNull();
  await dialog.setProps({ open: true });
  expect(field()?.value).toBe('');
  dialog.unmount();
});
