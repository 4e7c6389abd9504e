import { describe, expect, it } from 'vitest';
import { readAmount } from './read-amount';

describe('readAmount', () => {
  it.each([
    ['{"amount": 13591, "currency": "EUR"}', 'EUR 135.91'],
    ['{"currency": "JPY", "cards": [{"amount": 1}], "amount": 1234567}', 'JPY 1,234,567'],
    ['{"amount": 5, "currency": "EUR"}', 'EUR 0.05'],
    ['{"amount": 1000000, "currency": "KWD"}', 'KWD 1,000.000'],
    ['{"\\u0061mount": 100, "currency": "USD"}', 'USD 1.00'],
  ])('reads %s as %s', (body, text) => {
    expect(readAmount(body)?.text).toBe(text);
  });

  it('says where the amount was read from, with the number as written', () => {
    expect(readAmount('{"amount":13591,"currency":"EUR"}')?.note).toBe(
      'read from amount and currency of the body: 13591, in the smallest unit',
    );
  });

  it.each([
    ['invalid JSON', 'amount=1&currency=EUR'],
    ['a list', '[{"amount": 1, "currency": "EUR"}]'],
    ['deeper', '{"order": {"amount": 1, "currency": "EUR"}}'],
    ['a fraction', '{"amount": 1.5, "currency": "EUR"}'],
    ['a text', '{"amount": "1", "currency": "EUR"}'],
    ['an exponent', '{"amount": 1e3, "currency": "EUR"}'],
    ['a negative number', '{"amount": -1, "currency": "EUR"}'],
    ['more digits than some parsers keep', '{"amount": 1234567890123456, "currency": "EUR"}'],
    ['no currency', '{"amount": 1}'],
    ['an unknown currency', '{"amount": 1, "currency": "EUX"}'],
    ['a currency without a smallest unit', '{"amount": 1, "currency": "XAU"}'],
    ['an amount twice', '{"amount": 1, "currency": "EUR", "amount": 100000}'],
    ['an object in its place', '{"amount": {"value": 1}, "currency": "EUR"}'],
    ['an amount twice, one written with escapes', '{"amount": 1, "currency": "EUR", "\\u0061mount": 2}'],
    ['', ''],
  ])('reads nothing from %s', (_what, body) => {
    expect(readAmount(body)).toBeNull();
  });
});
