import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { LOCKED, open, REQUEST } from './save-request-dialog.fixture';

afterEach(() => vi.unstubAllGlobals());

const pressEscape = async (): Promise<void> => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await flushPromises();
  // A closed dialog returns the focus in a timer: one that is opened before it would lose the focus, and close.
  await new Promise((resolve) => setTimeout(resolve, 0));
};

it('restores what was typed before Escape for the same request, until Cancel', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  await dialog.describe('Notes on this charge');
  await pressEscape();
  expect(dialog.typedName()).toBeUndefined();
  await dialog.offer('/another', 'draft 2');
  expect([dialog.typedName(), dialog.description()]).toEqual(['Charge', '']);
  dialog.button('Cancel')?.click();
  await flushPromises();
  await dialog.offer();
  expect([dialog.typedName(), dialog.description()]).toEqual(['Refund', 'Notes on this charge']);
  dialog.button('Cancel')?.click();
  await flushPromises();
  await dialog.offer();
  expect([dialog.typedName(), dialog.description()]).toEqual(['Charge', '']);
  dialog.unmount();
});

it('restores an edited description of an existing request after Escape', async () => {
  const dialog = await open();
  await dialog.tell();
  await dialog.describe('Of now');
  await pressEscape();
  await dialog.offer();
  await dialog.tell();
  expect(dialog.description()).toBe('Of now');
  dialog.unmount();
});

it('keeps the input that Escape left for each request, even for one that has changed since', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  await pressEscape();
  await dialog.offer('/another', 'draft 2');
  await dialog.name('Another');
  await pressEscape();
  await dialog.offer('/changed');
  expect(dialog.typedName()).toBe('Refund');
  await pressEscape();
  await dialog.offer('/another', 'draft 2');
  expect(dialog.typedName()).toBe('Another');
  dialog.unmount();
});

it('keeps what was typed for a request when another one is offered in its place', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  await dialog.offer('/another', 'draft 2');
  expect(dialog.typedName()).toBe('Charge');
  await pressEscape();
  await dialog.offer();
  expect(dialog.typedName()).toBe('Refund');
  dialog.unmount();
});

it('offers to replace an existing request under its name, whatever was typed to save the same draft as a new one', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  await pressEscape();
  const known = { id: 'a', name: 'Charge', folder: '' } as SavedRequest;
  const request = { from: 'draft 1', request: REQUEST as never, form: null, profileId: 'p', status: 201 };
  dialog.saved.offerBeside(known, { ...request, name: 'Draft' }, LOCKED);
  await flushPromises();
  expect(dialog.typedName()).toBe('Charge');
  await pressEscape();
  await dialog.offer();
  expect(dialog.typedName()).toBe('Refund');
  dialog.unmount();
});

it.each([
  ['nothing else', async () => undefined],
  [
    'a row of the expectations',
    async () => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('.expectations button')];
      buttons.find(({ textContent }) => textContent.includes('Add a header'))?.click();
      await flushPromises();
    },
  ],
])('a status that nobody touched is that of the latest answer, after a name and %s', async (_, also) => {
  const dialog = await open();
  await dialog.offer('/', 'draft 2', 200);
  await dialog.name('Refund');
  await also();
  const rows = document.querySelectorAll('.expectation').length;
  await pressEscape();
  await dialog.offer('/', 'draft 2', 201);
  expect([dialog.typedName(), dialog.expectedStatus()]).toEqual(['Refund', '201']);
  expect(document.querySelectorAll('.expectation')).toHaveLength(rows);
  dialog.unmount();
});

it('a status that was typed stays, whatever the latest answer was', async () => {
  const dialog = await open();
  await dialog.offer('/', 'draft 2', 200);
  await dialog.name('Refund');
  const status = document.querySelector<HTMLInputElement>('input[max="599"]');
  if (status === null) throw new Error('there is no status');
  status.value = '204';
  status.dispatchEvent(new Event('change'));
  await pressEscape();
  await dialog.offer('/', 'draft 2', 201);
  expect(dialog.expectedStatus()).toBe('204');
  dialog.unmount();
});

it('after Escape, a field of an existing request that nobody touched is as the request has it', async () => {
  const dialog = await open();
  await dialog.name('Other');
  await pressEscape();
  await dialog.offer();
  expect([dialog.typedName(), dialog.description()]).toEqual(['Other', 'Of the other']);
  dialog.unmount();
});
