import { expect, it } from 'vitest';
import { describeLabel } from './describe-label';

it('says in words where a search found somebody, and keeps a name that a merchant may have chosen', () => {
  expect(['email_address', 'account_number', 'order_id', 'note', ''].map(describeLabel)).toEqual([
    'email address',
    'account number',
    'order_id',
    'note',
    '',
  ]);
});
