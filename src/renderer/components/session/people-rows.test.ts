import { expect, it } from 'vitest';
import type { JsonObject } from '../facts/json';
import { peopleRows, whatDiffers } from './people-rows';

const row = (label: string, rows: ReturnType<typeof peopleRows>) => rows.find((each) => each.label === label);

it('counts a value on one side only as a difference', () => {
  const rows = peopleRows({
    billing_details: { first_name: 'Ada', last_name: 'L', email_address: null, phone_number: 'x' },
    shipping_details: { first_name: 'Ada', last_name: 'M', email_address: 'a@b.c' },
  });
  expect(rows.map(({ label, differs }) => [label, differs])).toEqual([
    ['First name', false],
    ['Last name', true],
    ['Email', true],
    ['Phone', true],
  ]);
});

it('distinguishes null from absent details and addresses', () => {
  const rows = peopleRows({
    billing_details: { address: null },
    shipping_details: { address: { city: 'Rome' } },
  });
  expect(row('Address', rows)).toMatchObject({ billing: null, shipping: { city: 'Rome' }, differs: true });
  expect(row('City', rows)).toMatchObject({ billing: undefined, shipping: 'Rome', differs: true });
  expect(peopleRows({ billing_details: null })).toEqual([
    { label: 'Details', billing: null, shipping: undefined, differs: true },
  ]);
  expect(peopleRows({})).toEqual([]);
});

const differing = (billing: JsonObject, shipping: JsonObject) =>
  whatDiffers(
    peopleRows({ billing_details: { address: billing }, shipping_details: { address: shipping } }),
  ).map(({ label, billing: billed, shipping: shipped }) => [label, billed, shipped]);

it('joins the differing parts of an address into one line per side', () => {
  expect(
    differing(
      { line1: '12 Example Street', line2: 'Flat 4', city: 'London', postal_code: 'E1 6AN', country: 'GB' },
      { line1: '12 Example Street', line2: null, city: 'Berlin', postal_code: '10115', country: 'DE' },
    ),
  ).toEqual([['Address', 'Flat 4, London E1 6AN, GB', 'Berlin 10115, DE']]);
});

it('keeps a single differing part in its own row', () => {
  expect(differing({ city: 'London', country: 'GB' }, { city: 'Leeds', country: 'GB' })).toEqual([
    ['City', 'London', 'Leeds'],
  ]);
});

it('keeps parts in their own rows if a joined line would not show the difference', () => {
  const address = { line1: 'A', city: 'London', country: 'GB' };
  const other = { line1: 'B', city: 'Berlin', country: 'DE' };
  // Null beside nothing, and a value that is not text.
  expect(differing({ ...address, line2: null, state: { code: 1 } }, other)).toEqual([
    ['Line 2', null, undefined],
    ['State', { code: 1 }, undefined],
    ['Address', 'A, London, GB', 'B, Berlin, DE'],
  ]);
  // Two lines that would read the same, and a side that would have no line.
  expect(differing({ city: 'York', country: '' }, { state: 'York', country: null })).toHaveLength(3);
  expect(differing({ city: null, country: null }, { city: 'York', country: 'GB' })).toHaveLength(2);
});

it('shows the other side’s values if one side has no details', () => {
  const address = { line1: '1 Street', line2: null, city: 'London', country: 'GB' };
  const billed = { first_name: 'Ada', phone_number: null, address };
  const shown = (buyer: JsonObject) =>
    whatDiffers(peopleRows(buyer)).map(({ label, billing, shipping }) => [label, billing, shipping]);
  const line = '1 Street, London, GB';
  expect(shown({ billing_details: billed, shipping_details: null })).toEqual([
    ['First name', 'Ada', undefined],
    ['Address', line, undefined],
  ]);
  expect(shown({ billing_details: { first_name: 'Ada' }, shipping_details: billed })).toEqual([
    ['Phone', undefined, null],
    ['Address', undefined, line],
  ]);
  expect(shown({ billing_details: { address: null }, shipping_details: { address } })).toEqual([
    ['Address', null, line],
  ]);
  expect(shown({ billing_details: { address: { city: 'London' } } })).toEqual([
    ['City', 'London', undefined],
  ]);
  // None of its fields has a row.
  expect(shown({ billing_details: { tax_id: '1' }, shipping_details: null })).toEqual([
    ['Details', { tax_id: '1' }, null],
  ]);
});
