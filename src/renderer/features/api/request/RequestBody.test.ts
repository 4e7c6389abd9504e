import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { OperationDetails } from '@shared/documents/operation-details';
import { succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import RequestBody from './RequestBody.vue';
import { useRequestsStore } from './requests-store';

const CAPTURE: OperationDetails = {
  ...{ document: 'shop', id: 'capture', method: 'POST', path: '/captures' },
  ...{ summary: null, description: null, deprecated: false, parameters: [], headerFamilies: [] },
  ...{ body: null, answers: [], scopes: [], problems: [] },
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The body of a request with this content type, of which main says that it is not JSON. */
async function open(contentType: string) {
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    openRequestDraft: () => Promise.resolve(succeed(null)),
    keepRequestDraft: () => Promise.resolve(succeed(null)),
    describeCredential: () => Promise.resolve(succeed({ profileId: 'p', kind: 'none' })),
    checkByDocument: () => Promise.resolve(succeed({ kind: 'not-checked', why: 'not-json', detail: null })),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const requests = useRequestsStore();
  await requests.open(CAPTURE);
  const request = requests.active ?? expect.fail('nothing is open');
  requests.patch(request, {
    headers: [{ id: '1', name: 'content-type', value: contentType, enabled: true, secret: false }],
  });
  vi.useFakeTimers();
  const wrapper = mount(RequestBody, {
    props: { request, finding: null },
    global: { stubs: { BodyEditor: true, ActionMenu: true } },
  });
  const line = wrapper.get('.body__finding');
  expect([line.attributes('role'), line.text()]).toEqual(['status', '']);
  request.document.replace('amount=3');
  await vi.advanceTimersByTimeAsync(300);
  await flushPromises();
  const isSame = wrapper.get('.body__finding').element === line.element;
  return [isSame, line.text(), line.attributes('data-tone')];
}

it('warns that a body that should be JSON is not, in a line that a screen reader already knows', async () => {
  expect(await open('application/json')).toEqual([true, 'Not checked: this is not JSON.', 'warning']);
});

it('says of a form that only JSON is checked, which is no fault of the form', async () => {
  const said = 'Not checked: only JSON can be checked.';
  expect(await open('application/x-www-form-urlencoded')).toEqual([true, said, 'neutral']);
});
