import { expect, it } from 'vitest';
import { peopleRows } from './people-rows';

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

it('tells an address and details that are null from absent ones', () => {
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
