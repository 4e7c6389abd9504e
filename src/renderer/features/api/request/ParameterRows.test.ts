import { mount } from '@vue/test-utils';
import { describe, expect, it } from 'vitest';
import type { ParameterDetails } from '@shared/documents/operation-details';
import type { ParameterRow } from '@shared/requests/request-draft';
import { testingSchema } from '@shared/testing/testing-schema';
import type { RequestFinding } from './check-request';
import ParameterRows from './ParameterRows.vue';

const WRONG: RequestFinding = { severity: 'error', place: 'path', name: 'session_id', message: 'Required.' };
const EMPTY: RequestFinding = { ...WRONG, isEmpty: true };
const known: ParameterDetails = {
  ...{ name: 'session_id', place: 'path', required: true, deprecated: false, description: null },
  ...{ schema: testingSchema({ types: ['string'] }), style: 'simple', explode: false, mediaType: null },
  examples: [],
};

it('shows the description of an empty parameter, or that it is required if it has none', () => {
  const noteOf = (of: readonly ParameterDetails[], finding: RequestFinding): string =>
    mount(ParameterRows, {
      props: {
        ...{ id: 'p', label: 'Path parameters', fixed: true, known: of, findings: [finding] },
        rows: [{ id: 'session_id', name: 'session_id', value: '', enabled: true }],
      },
    })
      .get('#p-0-note')
      .text();
  expect(noteOf([known], EMPTY)).toBe('text, required');
  expect(noteOf([], EMPTY)).toBe('Required.');
  expect(noteOf([known], WRONG)).toBe('Required.');
});

describe('the rows of a list in the query', () => {
  const items = testingSchema({ values: ['open', 'paid'] });
  const status: ParameterDetails = {
    ...{ ...known, name: 'status', place: 'query', required: false, style: 'form', explode: true },
    schema: testingSchema({ types: ['array'], items }),
  };
  const open = (rows: readonly ParameterRow[], findings: readonly RequestFinding[] = []) =>
    mount(ParameterRows, { props: { id: 'p', label: 'Query', known: [status], rows, findings } });
  const row = (id: string, value: string | null) => ({ id, name: 'status', value, enabled: true });
  const sent = (wrapper: ReturnType<typeof open>) =>
    wrapper
      .emitted<[readonly ParameterRow[]]>('update')
      ?.at(-1)?.[0]
      .map(({ name, value }) => [name, value]);

  it('are added beside each other, or made of values with commas', async () => {
    const one = open([
      { ...row('1', 'open'), enabled: false },
      { ...row('2', 'x'), name: 'other' },
    ]);
    expect(one.get('#p-0-note').text()).toBe('list of open or paid, one in each row');
    await one.get('[aria-label="Add a value of status"]').trigger('click');
    expect(sent(one)).toEqual([
      ['status', 'open'],
      ['status', ''],
      ['other', 'x'],
    ]);
    const several = open([row('1', 'open, paid')]);
    await several.get('[aria-label="A row for each value of status"]').trigger('click');
    expect(sent(several)).toEqual([
      ['status', 'open'],
      ['status', 'paid'],
    ]);
  });

  it('each show only what is wrong with them', () => {
    const wrong: RequestFinding = { ...WRONG, place: 'query', name: 'status', message: 'No.', row: '2' };
    const wrapper = open([row('1', 'open'), row('2', 'piad')], [wrong]);
    expect(wrapper.get('#p-0-note').text()).toContain('one in each row');
    expect(wrapper.get('#p-1-note').text()).toBe('No.');
  });
});

it('keeps the field of a name until it is left, even if what is typed so far is a known name', async () => {
  const rows = [{ id: '1', name: 'session_id', value: '', enabled: true }];
  const props = { id: 'p', label: 'Query', known: [known], findings: [] };
  const wrapper = mount(ParameterRows, {
    props: { ...props, rows: [{ id: '1', name: '', value: '', enabled: true }] },
  });
  await wrapper.get('[data-part="name"]').trigger('focus');
  await wrapper.setProps({ rows });
  await wrapper.get('[data-part="name"]').trigger('blur');
  expect(wrapper.find('[data-part="name"]').exists()).toBe(false);
  expect(wrapper.get('label').text()).toBe('session_id');
});
