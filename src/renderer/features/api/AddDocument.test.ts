import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { MAX_IN_FIELD } from '@renderer/components/max-in-field';
import AddDocument from './AddDocument.vue';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

function part<T extends Element>(kind: new () => T, selector: string): T {
  const found = document.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`no ${selector}`);
}

it('describes its field by the hint, which is not part of its name', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const wrapper = mount(AddDocument, { props: { give: vi.fn() }, attachTo: document.body });
  wrapper.vm.paste();
  await flushPromises();
  const field = part(HTMLTextAreaElement, 'textarea');
  expect(field.labels[0]?.textContent.trim()).toBe('Document');
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toMatch(/^OpenAPI 3.0 or 3.1/);
});

it('accepts pasted text that is too long for the field, and shows its length instead', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const give = vi.fn().mockResolvedValue(null);
  const wrapper = mount(AddDocument, { props: { give }, attachTo: document.body });
  wrapper.vm.paste();
  await flushPromises();

  const long = `openapi: 3.1.0 #${'a'.repeat(MAX_IN_FIELD)}`;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', long);
  const field = part(HTMLTextAreaElement, 'textarea');
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  field.dispatchEvent(event);
  await flushPromises();
  expect(event.defaultPrevented).toBe(true);
  expect(part(HTMLElement, '[role=status]').textContent).toBe(
    'From the clipboard: 100,016 characters, too long to be shown here.',
  );

  // Typed text replaces the long paste, and the next long paste replaces the typed text.
  field.value = 'openapi: 3.0.0';
  field.dispatchEvent(new Event('input'));
  await flushPromises();
  expect(part(HTMLElement, '[role=status]').textContent).toMatch(/^OpenAPI 3.0 or 3.1/);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  await flushPromises();
  expect(field.value).toBe('');
  part(HTMLFormElement, 'form').dispatchEvent(new Event('submit'));
  await flushPromises();
  expect(give.mock.calls).toEqual([[{ text: long, source: { kind: 'pasted' } }]]);
});
