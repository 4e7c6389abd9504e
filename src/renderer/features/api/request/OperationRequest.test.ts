import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OperationDetails } from '@shared/documents/operation-details';
import { EMPTY_REQUEST_DRAFT } from '@shared/requests/request-draft';
import { succeed } from '@shared/problem';
import { testingSchema } from '@shared/testing/testing-schema';
import { testingProfile } from '@shared/testing/testing-profile';
import { useUndoStore } from '@renderer/stores/undo';
import { useProfilesStore } from '@renderer/stores/profiles';
import OperationRequest from './OperationRequest.vue';
import { useRequestsStore } from './requests-store';

const CAPTURE: OperationDetails = {
  ...{ document: 'shop', id: 'capture', method: 'POST', path: '/captures' },
  ...{ summary: null, description: null, deprecated: false, parameters: [] },
  ...{ body: null, answers: [], scopes: [], problems: [] },
};

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A free request on the API screen, while a send of another draft is unsettled. */
async function open(isOut: boolean) {
  const explorer = {
    on: () => () => undefined,
    openRequestDraft: () => Promise.resolve(succeed(null)),
    listServedDocuments: () => Promise.resolve(succeed([])),
    describeCredential: () => Promise.resolve(succeed({ profileId: 'p', kind: 'none' })),
    listOpenSends: () => Promise.resolve(succeed({ families: [], any: true })),
    isOut: vi.fn(() => Promise.resolve(succeed(isOut))),
    keepRequestDraft: () => Promise.resolve(succeed(null)),
  };
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const wrapper = mount(OperationRequest, {
    props: { operation: null },
    global: { stubs: { RequestTabs: true, ActionMenu: true } },
  });
  vi.useFakeTimers();
  await flushPromises();
  const requests = useRequestsStore();
  const active = requests.active ?? expect.fail('nothing is open');
  const compose = async (method: string): Promise<void> => {
    requests.patch(active, { ...EMPTY_REQUEST_DRAFT, method, path: '/refunds' });
    await vi.advanceTimersByTimeAsync(300);
  };
  const slot = wrapper.get('#api-slot');
  return {
    ...{ wrapper, explorer, requests, compose, said: () => slot.text() },
    /** What the line beside Send has in the colour of a warning. */
    warned: () => slot.findAll('[data-tone="warning"]').map((part) => part.text()),
  };
}

it('has one space after each dot of the line beside Send', async () => {
  const { wrapper, compose, said } = await open(false);
  await compose('GET');
  expect(said()).toBe('to api.sandbox.example.com as Sandbox EU');
  await wrapper.setProps({
    operation: { ...CAPTURE, summary: 'Capture an order', scopes: [['captures.write']] },
  });
  expect(said()).toBe('Capture an order · needs captures.write · as Sandbox EU');
});

it('names a required header that would be sent empty, in the line beside Send', async () => {
  const { requests, said, warned } = await open(false);
  const schema = testingSchema({ types: ['string'] });
  await requests.open({
    ...{ ...CAPTURE, method: 'GET' },
    parameters: [
      {
        ...{ name: 'X-Trace', place: 'header', required: true, deprecated: false, description: null },
        ...{ schema, style: 'simple', explode: false, mediaType: null, examples: [] },
      },
    ],
  });
  await flushPromises();
  expect(said()).toMatch(/^X-Trace: Required by the document\. /);
  expect(warned()).toEqual(['X-Trace: Required by the document.']);
  const { headers = [] } = requests.active?.rows ?? {};
  if (requests.active !== null)
    requests.patch(requests.active, { headers: headers.map((row) => ({ ...row, value: 'abc' })) });
  await flushPromises();
  expect(said()).not.toContain('X-Trace');
});

it('says that Send asks first about content that another draft has sent, but not for a request that only reads', async () => {
  const { explorer, compose, said, warned } = await open(true);
  await compose('POST');
  expect(said()).toBe('Send asks first. The same content may have been carried out already.');
  expect(warned()).toEqual([said()]);
  expect(explorer.isOut.mock.lastCall).toMatchObject([{ request: { target: { path: '/refunds' } } }]);
  await compose('GET');
  expect(said()).not.toContain('asks first');
});

it('asks main again when the body changes, and says nothing about another request until main has answered', async () => {
  const { explorer, requests, compose, said } = await open(true);
  await compose('POST');
  explorer.isOut.mockResolvedValue(succeed(false));
  requests.active?.document.replace('{"amount":5}');
  await vi.advanceTimersByTimeAsync(300);
  expect(explorer.isOut.mock.lastCall).toMatchObject([{ request: { body: '{"amount":5}' } }]);
  expect(said()).not.toContain('asks first');

  explorer.isOut.mockResolvedValue(succeed(true));
  requests.active?.document.replace('{"amount":6}');
  await vi.advanceTimersByTimeAsync(300);
  expect(said()).toContain('asks first');
  await requests.open(CAPTURE);
  await flushPromises();
  expect(said()).not.toContain('asks first');
});

it('says nothing about it if main would not ask', async () => {
  const { explorer, compose, said } = await open(false);
  await compose('POST');
  expect(explorer.isOut).toHaveBeenCalled();
  expect(said()).not.toContain('asks first');
});

it('does not send a variable without a value, and sends it once the profile has one', async () => {
  const { wrapper, requests, compose, said } = await open(false);
  await compose('POST');
  requests.active?.document.replace('{"order": "${order_id}"}');
  await flushPromises();
  expect(said()).toBe('${order_id} has no value: add it under Variables of the profile.');
  expect(wrapper.get('button').attributes('aria-disabled')).toBe('true');
  const variables = [{ name: 'order_id', value: 'A-7' }];
  useProfilesStore().accept({
    profiles: [testingProfile({ id: 'p', variables })],
    activeId: 'p',
    notice: null,
  });
  await flushPromises();
  expect(said()).not.toContain('has no value');
  expect(wrapper.get('button').attributes('aria-disabled')).toBe('false');
});

describe('the path of a free request', () => {
  const rowsNow = (requests: ReturnType<typeof useRequestsStore>) => {
    const { path, query = [] } = requests.active?.rows ?? {};
    return { path, query: query.map(({ name, value, enabled }) => [name, value, enabled]) };
  };
  const openWithRow = async () => {
    const opened = await open(false);
    const { requests, wrapper } = opened;
    const query = [{ id: '1', name: 'kept', value: 'x', enabled: true }];
    if (requests.active !== null) requests.patch(requests.active, { method: 'GET', path: '', query });
    return { ...opened, field: wrapper.get<HTMLInputElement>('[aria-label="Path below the base URL"]') };
  };

  it('gives a pasted query to the rows of the query at once, and a typed one when Enter is pressed', async () => {
    const { requests, field } = await openWithRow();
    field.element.value = '/buyers?limit=1&q=a%20b';
    field.element.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
    expect(rowsNow(requests)).toEqual({ path: '/buyers?limit=1&q=a%20b', query: [['kept', 'x', true]] });
    await field.trigger('keydown', { key: 'Enter' });
    const moved = {
      path: '/buyers',
      query: [
        ['kept', 'x', true],
        ['limit', '1', true],
        ['q', 'a b', true],
      ],
    };
    expect(rowsNow(requests)).toEqual(moved);

    const other = await openWithRow();
    other.field.element.value = '/buyers?limit=1&q=a%20b';
    other.field.element.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste' }));
    expect(rowsNow(other.requests)).toEqual(moved);
  });

  it('keeps the rows before the query of a pasted address, switched off, and names a host that it leaves out', async () => {
    const { requests, field, said, warned } = await openWithRow();
    const clipboardData = { getData: () => 'https://elsewhere.example/buyers?limit=1' };
    await field.trigger('paste', { clipboardData });
    const pasted = {
      path: '/buyers',
      query: [
        ['kept', 'x', false],
        ['limit', '1', true],
      ],
    };
    expect(rowsNow(requests)).toEqual(pasted);
    expect(said()).toContain('elsewhere.example was left out');
    // Also of a request before which Send asks: where it goes matters more.
    const { active } = requests;
    if (active !== null) active.profileId = 'another';
    await flushPromises();
    expect(said()).toBe('elsewhere.example was left out: this goes to api.sandbox.example.com');
    expect(warned()).toEqual([said()]);
    await field.trigger('paste', { clipboardData });
    expect(rowsNow(requests)).toEqual(pasted);
  });

  it('takes a pasted command for the whole request, without what the profile sends, and Undo brings back what was there', async () => {
    const { requests, field, said } = await openWithRow();
    const command =
      'export TOKEN=t\ncurl -X PUT "https://api.sandbox.example.com/orders/7?a=b%20c" -H "Authorization: Bearer $TOKEN" -H "X-Trace: 1" --json \'{"n": "${x}"}\'';
    await field.trigger('paste', { clipboardData: { getData: () => command } });
    expect(rowsNow(requests)).toEqual({ path: '/orders/7', query: [['a', 'b c', true]] });
    const { rows, document } = requests.active ?? expect.fail('nothing is open');
    expect(rows.method).toBe('PUT');
    expect(rows.headers.map(({ name, value }) => [name, value])).toEqual([
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
      ['X-Trace', '1'],
    ]);
    expect(document.text).toBe('{"n": "$${x}"}');
    await flushPromises();
    expect(said()).toBe('Left out, as the profile or the connection sets them: Authorization.');
    const undo = useUndoStore();
    await undo.undo(undo.entries.at(-1)?.id ?? 0);
    expect(rowsNow(requests)).toEqual({ path: '', query: [['kept', 'x', true]] });
  });

  it('says that a pasted command is for another host, or cannot be read', async () => {
    const { requests, field, said } = await openWithRow();
    const paste = (text: string) => field.trigger('paste', { clipboardData: { getData: () => text } });
    await paste('$ curl https://elsewhere.example/orders -k');
    expect(rowsNow(requests).path).toBe('/orders');
    expect(said()).toBe(
      'elsewhere.example was left out: this goes to api.sandbox.example.com. --insecure was left out: certificates are always checked here.',
    );
    await paste("curl 'https://elsewhere.example");
    expect(said()).toContain('is not closed');
    expect(rowsNow(requests).path).toBe('/orders');
  });

  it('names the profile that a pasted address belongs to, and is right once that is in use', async () => {
    const { requests, field, said } = await openWithRow();
    const other = testingProfile({ id: 'live', name: 'Live EU', baseUrl: 'https://live.example/v1' });
    const use = (activeId: string): void =>
      useProfilesStore().accept({
        profiles: [testingProfile({ id: 'p' }), other],
        activeId,
        notice: null,
      });
    use('p');
    const clipboardData = { getData: () => 'https://live.example/v1/buyers' };
    await field.trigger('paste', { clipboardData });
    expect(said()).toMatch(/^live\.example \(Live EU\) was left out: this goes to /);
    expect(rowsNow(requests).path).toBe('/v1/buyers');
    use('live');
    await flushPromises();
    expect(rowsNow(requests).path).toBe('/buyers');
    expect(said()).not.toContain('left out');

    use('p');
    await flushPromises();
    await field.trigger('paste', { clipboardData });
    expect(said()).toContain('left out');
    field.element.value = '/buyers';
    field.element.dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
    await flushPromises();
    expect(said()).not.toContain('left out');
  });
});
