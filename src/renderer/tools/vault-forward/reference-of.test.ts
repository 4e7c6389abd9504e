import { describe, expect, it } from 'vitest';
import type { HeaderList } from '@shared/http/exchange';
import { referenceOf } from './reference-of';

const sent = (text: string, headers: HeaderList = []) =>
  referenceOf({ body: { kind: 'text', text, bytes: text.length, bodyId: null }, headers });
const KEY: HeaderList = [['X-Vault-Forward-Header-Idempotency-Key', 'key-1']];

describe('referenceOf', () => {
  it.each([
    ['{"amount": 1, "reference": "order-20417"}', 'order-20417'],
    ['{"order_id": "o-1", "merchantReference": "m-1"}', 'm-1'],
    ['{"orderId": "o-1"}', 'o-1'],
    ['{"reference": "{{CARD_NUMBER_1}}"}', null],
    ['{"reference": 12}', null],
    ['{"nested": {"reference": "n"}}', null],
    ['not json', null],
    ['["reference"]', null],
  ])('%s', (text, expected) => {
    expect(sent(text)).toBe(expected);
  });

  it('falls back to the idempotency key of the destination', () => {
    expect(sent('{}', KEY)).toBe('key-1');
    expect(sent('{"reference": "r"}', KEY)).toBe('r');
  });
});
