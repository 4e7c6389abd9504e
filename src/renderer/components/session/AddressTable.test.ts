import { mount } from '@vue/test-utils';
import { createPinia } from 'pinia';
import { expect, it } from 'vitest';
import type { JsonObject } from '../facts/json';
import AddressTable from './AddressTable.vue';

const tableOf = (buyer: JsonObject) =>
  mount(AddressTable, { props: { buyer, of: 'a' }, global: { plugins: [createPinia()] } });

it.each<JsonObject>([
  {},
  { billing_details: null, shipping_details: null },
  { billing_details: { first_name: '' }, shipping_details: { first_name: null } },
])('says for %j that neither is given, not that they are the same', (buyer) => {
  const table = tableOf(buyer);
  expect(table.text()).toContain('Neither billing nor shipping details are given.');
  expect(table.text()).not.toContain('the same');
  expect(table.find('table').exists()).toBe(false);
});

it('shows null details if all fields are requested', async () => {
  const table = tableOf({ billing_details: null, shipping_details: null });
  await table.get('button').trigger('click');
  expect(table.get('tbody').text()).toContain('null');
});

it('says that both are the same', () => {
  const details = { first_name: 'Ada' };
  const table = tableOf({ billing_details: details, shipping_details: details });
  expect(table.text()).toContain('the same in every field');
  expect(table.get('table').text()).toContain('Ada');
});

it.each<[JsonObject, string]>([
  [{ billing_details: { first_name: 'Ada', last_name: 'E' } }, 'no shipping details are given'],
  [{ billing_details: { first_name: 'Ada' }, shipping_details: null }, 'no shipping details are given'],
  [{ shipping_details: { first_name: 'Ada' } }, 'no billing details are given'],
])('says for %j that a side is not given, not that fields differ', (buyer, words) => {
  const table = tableOf(buyer);
  expect(table.text()).toContain(words);
  expect(table.text()).not.toMatch(/fields? differs?/);
});
