import { flushPromises } from '@vue/test-utils';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { LOCKED, open, REQUEST, type } from './save-request-dialog.fixture';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a new name begins with what the request of the old one has', 'Refund', 'Of old'],
  ['the name of another request begins with what that one has', 'Other', 'Of the other'],
])('however late main answers, %s', async (_, name, description) => {
  const dialog = await open();
  await dialog.name(name);
  await dialog.tell();
  expect(dialog.description()).toBe(description);
  dialog.unmount();
});

it.each([
  [201, '201'],
  [402, '200'],
  [504, '200'],
])('suggests the status of the last answer only if it was a success: %i', async (status, expected) => {
  const dialog = await open();
  await dialog.offer('/', 'draft 2', status);
  await dialog.name('Refund');
  expect(dialog.expectedStatus()).toBe(expected);
  dialog.unmount();
});

const FOLDER_HINT = 'Leave it empty for the top level; a slash makes a subfolder.';

it.each([
  ['Name', '#save-name', 'Ref\u202eund', 'Refund', undefined],
  ['Folder', '#save-folder', 'Cards//Old', 'Cards/Old', FOLDER_HINT],
])(
  'the field %s is described by why it is refused, as long as it is',
  async (_, field, wrong, right, hint) => {
    const dialog = await open();
    const described = (): (string | null | undefined)[] => {
      const input = document.querySelector(field);
      const [id = ''] = (input?.getAttribute('aria-describedby') ?? '').split(' ');
      return [input?.getAttribute('aria-invalid'), document.getElementById(id)?.textContent];
    };
    await type(field, wrong);
    const shown = document.querySelector('[role="dialog"] .field__error')?.textContent;
    expect(described()).toEqual(['true', shown]);
    await type(field, right);
    expect(described()).toEqual([null, hint]);
    dialog.unmount();
  },
);

it('says why a request could not be saved where it belongs, and no longer says so of another one', async () => {
  const dialog = await open();
  const { saved } = dialog;
  const { offered } = saved;
  if (offered === null) throw new Error('Nothing is offered.');
  expect(document.body.textContent).not.toContain(LOCKED.title);
  saved.offer({ ...offered, refused: LOCKED });
  await flushPromises();
  expect(document.body.textContent).toContain(LOCKED.title);
  await dialog.offer('/other');
  expect(document.body.textContent).not.toContain(LOCKED.title);
  dialog.unmount();
});

it('keeps the focus on Save while saving, saves once, and shows the result instead of the fields', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  const save = dialog.button('Save');
  save?.focus();
  save?.click();
  await flushPromises();
  expect(save?.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(save);
  save?.click();
  expect(dialog.saveRequest).toHaveBeenCalledOnce();
  expect(dialog.saveRequest.mock.lastCall?.[0].withoutSecrets).toBe(false);
  await dialog.settle(refuse(LOCKED));
  expect(save?.getAttribute('aria-disabled')).toBe('false');
  expect(document.activeElement).toBe(save);

  dialog.button('Save without the secrets')?.click();
  await flushPromises();
  expect(dialog.saveRequest.mock.lastCall?.[0].withoutSecrets).toBe(true);
  await dialog.settle(succeed({ request: { id: 'c' } as SavedRequest, notes: ['One header has no value.'] }));
  const shown = document.querySelector('[role="dialog"]');
  expect(shown?.textContent).toContain('Saved. One header has no value.');
  expect(shown?.querySelector('input')).toBeNull();
  expect([...(shown?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Close',
  ]);
  expect(shown?.contains(document.activeElement)).toBe(true);
  dialog.unmount();
});

it('waits for what the replaced request has before it is replaced, and keeps that', async () => {
  const dialog = await open();
  dialog.button('Replace “Charge”')?.click();
  await flushPromises();
  expect(dialog.saveRequest).not.toHaveBeenCalled();
  await dialog.tell();
  expect(dialog.saveRequest.mock.lastCall?.[0]).toMatchObject({
    request: { id: 'a', description: 'Of old' },
  });
  dialog.unmount();
});

it('replaces no request that cannot be read, and says why', async () => {
  const dialog = await open();
  Object.assign(window.explorer, { openSavedRequest: async () => refuse(LOCKED) });
  await dialog.offer('/2', 'draft 2');
  dialog.button('Replace “Charge”')?.click();
  await flushPromises();
  expect(dialog.saveRequest).not.toHaveBeenCalled();
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain(LOCKED.title);
  dialog.unmount();
});

it('neither replaces a request nor makes a second one of its name if Save was pressed before it was known of', async () => {
  const dialog = await open();
  const { saved } = dialog;
  const lines = saved.lines;
  saved.lines = [];
  let list: () => void = () => undefined;
  const listed = new Promise((resolve) => (list = () => resolve(succeed(lines))));
  Object.assign(window.explorer, { listSavedRequests: () => listed });
  await dialog.offer('/2', 'draft 2');
  dialog.button('Save')?.click();
  await flushPromises();
  list();
  await flushPromises();
  await dialog.tell();
  expect(dialog.saveRequest).not.toHaveBeenCalled();
  expect(dialog.button('Replace “Charge”')?.getAttribute('aria-disabled')).toBe('false');
  dialog.unmount();
});

it('can save another request while one that was cancelled is still being saved', async () => {
  const dialog = await open();
  await dialog.name('Refund');
  dialog.button('Save')?.click();
  await flushPromises();
  dialog.button('Cancel')?.click();
  await dialog.offer('/2', 'draft 2');
  await dialog.name('Another');
  dialog.button('Save')?.click();
  await flushPromises();
  expect(dialog.saveRequest).toHaveBeenCalledTimes(2);
  dialog.unmount();
});

it('stays open for a request that is offered while another one is being saved', async () => {
  const dialog = await open();
  const { saved } = dialog;
  await dialog.name('Refund');
  dialog.button('Save')?.click();
  await flushPromises();
  saved.offer({
    from: 'draft 2',
    request: REQUEST as never,
    form: null,
    profileId: 'p',
    name: 'Next',
    status: 200,
  });
  await dialog.settle(succeed({ request: { id: 'c' } as SavedRequest, notes: [] }));
  expect(saved.offered?.name).toBe('Next');
  expect(dialog.typedName()).toBe('Next');
  dialog.unmount();
});
