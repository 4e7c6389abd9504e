import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { DocumentCheck } from '@shared/documents/document-check';
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

const NOT_JSON: DocumentCheck = { kind: 'not-checked', why: 'not-json', detail: null };

/** The body of a request with this content type, of which main says this. */
async function open(contentType: string, check = NOT_JSON, body = 'amount=3') {
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    openRequestDraft: () => Promise.resolve(succeed(null)),
    keepRequestDraft: () => Promise.resolve(succeed(null)),
    describeCredential: () => Promise.resolve(succeed({ profileId: 'p', kind: 'none' })),
    checkByDocument: () => Promise.resolve(succeed(check)),
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
  request.document.replace(body);
  await vi.advanceTimersByTimeAsync(300);
  await flushPromises();
  const isSame = wrapper.get('.body__finding').element === line.element;
  return { wrapper, line: [isSame, line.text(), line.attributes('data-tone')] };
}

it('warns that a body that should be JSON is not, in a line that a screen reader already knows', async () => {
  expect((await open('application/json')).line).toEqual([true, 'Not checked: this is not JSON.', 'warning']);
});

it('says of a text that only JSON and forms are checked, which is no fault of the text', async () => {
  const said = 'Not checked: only JSON and forms can be checked.';
  expect((await open('text/plain')).line).toEqual([true, said, 'neutral']);
});

it('calls the fields of a form by their names in it', async () => {
  const finding = { rule: 'type', severity: 'error', message: 'No.', value: null, expected: '' } as const;
  const findings = ['/amount', '/card/number'].map((pointer) => ({ ...finding, pointer }));
  const check: DocumentCheck = { kind: 'checked', findings, moreFindings: 0 };
  const names = async (type: string) =>
    (await open(type, check)).wrapper.findAll('.body__findings code').map((code) => code.text());
  expect(await names('application/x-www-form-urlencoded; charset=utf-8')).toEqual(['amount', 'card[number]']);
  expect(await names('multipart/form-data; boundary=b')).toEqual(['amount', 'card/number']);
  expect(await names('application/json')).toEqual(['/amount', '/card/number']);
});

it('checks a multipart form although a file in it is a variable, and nothing else that has one', async () => {
  const said = async (type: string) =>
    (await open(type, { kind: 'checked', findings: [], moreFindings: 0 }, '${file}')).line[1];
  expect(await said('multipart/form-data; boundary=b')).toBe('');
  expect(await said('application/json')).toBe('Not checked: its variables get their values when it is sent.');
});
