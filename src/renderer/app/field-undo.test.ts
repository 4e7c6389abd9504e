import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { undoInFields } from './field-undo';

beforeAll(undoInFields);
beforeEach(() => {
  document.body.innerHTML =
    '<input id="url"><textarea id="value"></textarea><input id="count" type="number">';
});
afterEach(() => (document.body.innerHTML = ''));

type Field = HTMLInputElement | HTMLTextAreaElement;

function field(id: string): Field {
  const found = document.getElementById(id);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`${id} is no field`);
}

function insert(into: Field, data: string, inputType = 'insertText'): void {
  const init = { data, inputType, bubbles: true, cancelable: true };
  into.dispatchEvent(new InputEvent('beforeinput', init));
  into.value += data;
  into.dispatchEvent(new InputEvent('input', init));
}

function type(into: Field, text: string): void {
  for (const character of text) insert(into, character);
}

/** @returns whether the key changed the field. Chromium never handles the key. */
function press(target: Field, key: 'z' | 'Z' | 'y'): boolean {
  const { value } = target;
  const init = { key, shiftKey: key === 'Z', ctrlKey: true, bubbles: true, cancelable: true };
  const event = new KeyboardEvent('keydown', init);
  target.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  return target.value !== value;
}

it('undoes and redoes what was typed in the field, and notifies the app', () => {
  const url = field('url');
  const heard = vi.fn();
  type(url, 'https://a');
  insert(url, '/charge', 'insertFromPaste');
  url.addEventListener('input', () => heard(url.value));
  for (const [key, value] of [
    ['z', 'https://a'],
    ['z', ''],
    ['Z', 'https://a'],
    ['y', 'https://a/charge'],
  ] as const) {
    expect(press(url, key)).toBe(true);
    expect(heard).toHaveBeenLastCalledWith(value);
  }
  expect(heard).toHaveBeenCalledTimes(4);
});

it('changes no field, and leaves no key to Chromium, once the field has nothing left to undo or redo', () => {
  type(field('value'), 'secret');
  type(field('url'), 'a');
  press(field('url'), 'z');
  expect(press(field('url'), 'z')).toBe(false);
  expect(press(field('value'), 'Z')).toBe(false);
  expect([field('url').value, field('value').value]).toEqual(['', 'secret']);
});

it('undoes nothing in a field whose text the app has changed since', () => {
  const url = field('url');
  type(url, 'X-One');
  url.value = '';
  expect(press(url, 'z')).toBe(false);
  expect(press(url, 'Z')).toBe(false);
  type(url, 'X-Two');
  press(url, 'z');
  expect(url.value).toBe('');
  expect(press(url, 'z')).toBe(false);
});

it('brings back what the app has replaced in a field that is always about the same thing', () => {
  const ids = field('value');
  ids.dataset.undoesAll = '';
  insert(ids, 'forty pasted IDs', 'insertFromPaste');
  ids.value = 'the ID of a link';
  press(ids, 'z');
  expect(ids.value).toBe('forty pasted IDs');
  press(ids, 'Z');
  expect(ids.value).toBe('the ID of a link');
  type(ids, '!');
  for (const value of ['the ID of a link', 'forty pasted IDs', '']) {
    press(ids, 'z');
    expect(ids.value).toBe(value);
  }
});

it('forgets what was undone once something else is typed', () => {
  const value = field('value');
  type(value, 'one');
  press(value, 'z');
  type(value, 'two');
  expect(press(value, 'Z')).toBe(false);
  expect(value.value).toBe('two');
});

it('undoes typing in another place as a separate step, and restores the selection', () => {
  const url = field('url');
  type(url, 'ab');
  url.setSelectionRange(0, 1);
  insert(url, 'c');
  press(url, 'z');
  expect(url).toMatchObject({ value: 'ab', selectionStart: 0, selectionEnd: 1 });
});

it.each([
  ['a token', 'class', 'input--secret'],
  ['a password', 'type', 'password'],
  ['a secret header', 'data-secret', 'true'],
])('keeps nothing of %s once the focus has left its field', (_what, name, value) => {
  const url = field('url');
  url.setAttribute(name, value);
  type(url, 'secret');
  insert(url, ' ', 'insertFromPaste');
  expect(press(url, 'z')).toBe(true);
  url.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  expect(press(url, 'z')).toBe(false);
  expect(press(url, 'Z')).toBe(false);
});

it('still undoes in any other field after the focus has come back', () => {
  const url = field('url');
  type(url, 'https://a');
  url.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  expect(press(url, 'z')).toBe(true);
});

it('serves a field for numbers, which has no selection', () => {
  const count = field('count');
  insert(count, '12', 'insertFromPaste');
  expect(press(count, 'z')).toBe(true);
  expect(count.value).toBe('');
});

it('keeps Chromium from undoing in any other way, and undoes in the field instead', () => {
  const url = field('url');
  type(url, 'a');
  const event = new InputEvent('beforeinput', { inputType: 'historyUndo', bubbles: true, cancelable: true });
  url.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(url.value).toBe('');
});

it('reports that a field has changed when the focus leaves it after an undo', () => {
  const url = field('url');
  const changed = vi.fn();
  url.addEventListener('change', () => changed(url.value));
  type(url, 'a');
  press(url, 'z');
  expect(changed).not.toHaveBeenCalled();
  url.dispatchEvent(new FocusEvent('blur'));
  url.dispatchEvent(new FocusEvent('blur'));
  expect(changed).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledWith('');
});
