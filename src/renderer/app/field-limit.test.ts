import { mount } from '@vue/test-utils';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h } from 'vue';
import { MAX_IN_FIELD } from '../components/max-in-field';
import { limitFields } from './field-limit';

const LONG = 'a'.repeat(MAX_IN_FIELD + 1);
const REFUSAL =
  'Too long for this field: 100,001 characters; it takes 100,000 at once. Nothing was inserted.';

const inComponent = vi.fn();
const app = defineComponent({
  render: () => [
    h('input', { id: 'field', value: 'as it was', onPaste: inComponent }),
    h('textarea', { id: 'takes', 'data-takes-long': '', onPaste: inComponent }),
    h('div', { id: 'editor', contenteditable: 'true', onPaste: inComponent }),
  ],
});
beforeAll(limitFields);

beforeEach(() => {
  mount(app, { attachTo: document.body });
  inComponent.mockClear();
});
afterEach(() => (document.body.innerHTML = ''));

function field(id: string): HTMLInputElement | HTMLTextAreaElement {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`${id} is no field`);
}

function pasted(text: string): ClipboardEvent {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
}
const inserted = (data: string): InputEvent =>
  new InputEvent('beforeinput', { data, inputType: 'insertFromDrop', bubbles: true, cancelable: true });

it.each([
  ['pasted', pasted],
  ['dropped', inserted],
])('rejects text that is too long and %s, and says so until the next key', (_how, eventOf) => {
  const event = eventOf(LONG);
  field('field').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(inComponent).not.toHaveBeenCalled();
  expect(field('field')).toMatchObject({ validationMessage: REFUSAL, value: 'as it was' });
  field('field').dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  expect(field('field').validationMessage).toBe('');
});

it('accepts text within the limit', () => {
  for (const event of [pasted(LONG.slice(1)), inserted(LONG.slice(1))]) {
    field('field').dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  }
  expect(inComponent).toHaveBeenCalledOnce();
});

it('leaves a long paste to a field that accepts it, but rejects a long drop there', () => {
  field('takes').dispatchEvent(pasted(LONG));
  expect(inComponent).toHaveBeenCalledOnce();
  const event = inserted(LONG);
  field('takes').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});

it('leaves a long paste to an editor', () => {
  const event = pasted(LONG);
  document.getElementById('editor')?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(inComponent).toHaveBeenCalledOnce();
});
