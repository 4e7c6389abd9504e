import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, succeed, type Problem } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import SaveRequestDialog from './SaveRequestDialog.vue';

afterEach(() => vi.unstubAllGlobals());

const REQUEST = { operation: 'own', method: 'GET', path: '/', query: [], headers: [], body: null };

type Saved = Awaited<ReturnType<typeof window.explorer.saveRequest>>;
const LOCKED: Problem = {
  code: 'keychain-locked',
  title: 'The keychain is locked.',
  meaning: 'Nothing was saved.',
  nextStep: 'Unlock it.',
  detail: null,
};

async function type(field: string, value: string): Promise<void> {
  const found = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
  if (found === null) throw new Error('there is no dialog');
  found.value = value;
  found.dispatchEvent(new Event('input'));
  await flushPromises();
}

/** The dialog, opened for `Charge`, which already exists; `tell` sends main's answer about it. */
async function open() {
  setActivePinia(createPinia());
  let tell = (): void => undefined;
  let settle: (answer: Saved) => void = () => undefined;
  const saveRequest = vi.fn<(argument: { withoutSecrets: boolean }) => Promise<Saved>>(
    () => new Promise((resolve) => (settle = resolve)),
  );
  const known = { id: 'a', name: 'Charge', folder: '', description: 'Of old', expectations: [] };
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    listSavedRequests: () => Promise.resolve(succeed([known, { ...known, id: 'b', name: 'Other' }])),
    saveRequest,
    describeLiveFolders: () => Promise.resolve(succeed([])),
    openSavedRequest: ({ id }: { id: string }) =>
      id === 'a'
        ? new Promise((resolve) => (tell = () => resolve(succeed(known))))
        : Promise.resolve(succeed({ ...known, id, description: 'Of the other' })),
  });
  const saved = useSavedRequestsStore();
  await saved.load();
  const dialog = mount(SaveRequestDialog, { attachTo: document.body });
  const offer = async (path = '/', from = 'draft 1', status = 201): Promise<void> => {
    const request = { ...REQUEST, path } as never;
    saved.offer({ from, request, form: null, profileId: 'p', name: 'Charge', status });
    await flushPromises();
  };
  await offer();
  return {
    offer,
    tell: async () => {
      tell();
      await flushPromises();
    },
    name: (value: string) => type('#save-name', value),
    expectedStatus: () => document.querySelector<HTMLInputElement>('input[max="599"]')?.value,
    typedName: () => document.querySelector<HTMLInputElement>('#save-name')?.value,
    description: () => document.querySelector<HTMLTextAreaElement>('#save-description')?.value,
    describe: (value: string) => type('#save-description', value),
    saveRequest,
    settle: async (answer: Saved) => {
      settle(answer);
      await flushPromises();
    },
    button: (words: string) => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')];
      return all.find(({ textContent }) => textContent.trim() === words) ?? null;
    },
    unmount: () => dialog.unmount(),
  };
}

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
  const saved = useSavedRequestsStore();
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
  const saved = useSavedRequestsStore();
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
  const saved = useSavedRequestsStore();
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
  dialog.unmount();
});

const pressEscape = async (): Promise<void> => {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await flushPromises();
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
  useSavedRequestsStore().offerBeside(known, { ...request, name: 'Draft' }, LOCKED);
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
