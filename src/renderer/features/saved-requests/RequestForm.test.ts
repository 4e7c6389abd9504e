import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import RequestForm from './RequestForm.vue';

afterEach(() => vi.unstubAllGlobals());

const REQUEST: SavedRequest = {
  ...{ id: 'a', folder: '', name: 'Charge', description: '', profileId: 'p', order: 0 },
  request: { version: 1, operation: 'list_buyers', pathParameters: {}, query: [], headers: [], body: null },
  ...{ form: null, expectations: [], example: null },
};

it('keeps the focus on Save changes once they are saved, and saves nothing where nothing was changed', async () => {
  setActivePinia(createPinia());
  const saveRequest = vi.fn(() => Promise.resolve(succeed({ request: REQUEST, notes: [] })));
  vi.stubGlobal('explorer', {
    on: vi.fn(() => () => undefined),
    listSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
    describeLiveFolders: vi.fn(() => Promise.resolve(succeed([]))),
    saveRequest,
  });
  const form = mount(RequestForm, { attachTo: document.body, props: { request: REQUEST } });
  const save = form.get<HTMLButtonElement>('button[type="submit"]');
  await form.trigger('submit');
  expect(saveRequest).not.toHaveBeenCalled();
  expect(save.attributes('aria-disabled')).toBe('true');

  await form.get('textarea').setValue('One card');
  expect(save.attributes('aria-disabled')).toBe('false');
  save.element.focus();
  await form.trigger('submit');
  await flushPromises();
  expect(saveRequest).toHaveBeenCalledOnce();
  expect(save.attributes('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(save.element);
  form.unmount();
});
