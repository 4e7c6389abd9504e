import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SentRequest } from '@shared/http/exchange';
import CopyAs from './CopyAs.vue';

const request: SentRequest = {
  method: 'POST',
  url: 'https://shop.example/orders',
  headers: [['authorization', 'Bearer secret']],
  body: { kind: 'none' },
};

let shown: VueWrapper;
const said = (): string => shown.get('[role="status"]').text();

/** Copies the request as cURL, with the keyboard. */
async function copy(): Promise<void> {
  await shown.get('button').trigger('keydown', { key: 'Enter' });
  await flushPromises();
  const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent.trim() === 'cURL',
  );
  item?.click();
  await vi.waitFor(() => expect(said()).toContain('Copied.'));
}

beforeEach(async () => {
  vi.stubGlobal('explorer', { copyText: () => Promise.resolve({ ok: true, value: null }) });
  shown = mount(CopyAs, { props: { request }, attachTo: document.body });
  await copy();
});

afterEach(() => {
  shown.unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('says which variables to set, until Escape', async () => {
  expect(said()).toMatch(/^Copied\. Set \w+ before you run it\.$/);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  await flushPromises();
  expect(said()).not.toBe('');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await flushPromises();
  expect(said()).toBe('');
});

it('says on Windows for which shell a command is quoted', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Windows NT 10.0; Win64; x64)');
  await copy();
  expect(said()).toContain('It is quoted for a POSIX shell, such as Git Bash or WSL');
});

it.each([
  ['on them', () => shown.get('[role="status"]').element],
  ['elsewhere', () => document.body],
])('keeps its message until a click %s', async (_, target) => {
  target().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await flushPromises();
  expect(said()).toBe('');
});

it('drops its message when its request changes', async () => {
  await shown.setProps({ request: { ...request, url: 'https://shop.example/refunds' } });
  expect(said()).toBe('');
});
