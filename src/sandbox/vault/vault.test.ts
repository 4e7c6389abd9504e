import { describe, expect, it } from 'vitest';
import { placeholderCatalogue } from '@shared/vault-forward/placeholder-catalogue';
import { findStoredCard, storedCards, summaryOf } from './cards';
import { isPlaceholderName, placeholderValue } from './placeholder-values';

const [visa] = storedCards;
const plain = storedCards.find(({ networkToken }) => networkToken === null);
if (!visa || !plain) throw new Error('The vault lacks a card.');

function textOf(name: string, card = visa): string | null {
  const value = card && placeholderValue(name, card);
  return value?.kind === 'value' ? value.text : null;
}

describe('the stored cards', () => {
  it('pass the Luhn check, as do their network tokens, and have unique IDs', () => {
    for (const { number, networkToken } of storedCards) {
      expect([number, luhn(number)]).toEqual([number, 0]);
      if (networkToken) expect(luhn(networkToken.number)).toBe(0);
    }
    expect(new Set(storedCards.map(({ id }) => id)).size).toBe(storedCards.length);
    expect(storedCards[0]?.id).toBe('ca4d0000-0000-4000-8000-000000000001');
  });

  it('can be found by ID', () => {
    for (const card of storedCards) expect(findStoredCard(card.id)).toBe(card);
    expect(findStoredCard('ca4d0000-0000-4000-8000-000000000999')).toBeUndefined();
  });

  it('show only the first six and last four digits in a summary', () => {
    const summary = summaryOf(visa);
    expect([summary.details?.bin, summary.label]).toEqual([visa.number.slice(0, 6), visa.number.slice(-4)]);
    expect(JSON.stringify(summary)).not.toContain(visa.number);
    expect(new Set(storedCards.map((card) => summaryOf(card).fingerprint)).size).toBe(storedCards.length);
  });
});

describe('placeholderValue', () => {
  it('knows every name of the shared catalogue', () => {
    for (const { name } of placeholderCatalogue()) {
      expect([name, isPlaceholderName(name), textOf(name) !== null]).toEqual([name, true, true]);
    }
  });

  it('knows no other names', () => {
    for (const name of [
      '',
      'CARD',
      'CARD_NUMBER_OR_EMPTY_STRING',
      'CARD_EXPIRATION_DATE_MMYY',
      'card_number',
      'CARD_PIN',
      '_OR_EMPTY_STRING',
    ]) {
      expect([name, isPlaceholderName(name), textOf(name)]).toEqual([name, false, null]);
    }
  });

  it('writes dates in the form of the name', () => {
    const card = { ...visa, expiryMonth: 3, expiryYear: 2031 };
    const forms = ['', '_M', '_MM', '_YY', '_YYYY'].map((form) =>
      textOf(`CARD_EXPIRATION_DATE${form}`, card),
    );
    expect(forms).toEqual(['03/31', '3', '03', '31', '2031']);
    expect(textOf('CARD_NETWORK_TOKEN_EXPIRATION_DATE_MMYY')).toBe('1231');
  });

  it('gives nothing without a network token, or an empty text if the name asks for that', () => {
    expect(placeholderValue('CARD_CRYPTOGRAM', plain)).toEqual({ kind: 'no-network-token' });
    expect(textOf('CARD_CRYPTOGRAM_OR_EMPTY_STRING', plain)).toBe('');
  });
});

/** The Luhn sum modulo 10: zero for a number with a correct check digit. */
function luhn(number: string): number {
  const digits = Array.from(number, Number).reverse();
  return (
    digits.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0) % 10
  );
}
