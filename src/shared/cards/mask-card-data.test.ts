import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskCardData, maskCardText, maskCardValue } from './mask-card-data';

const CARD = '5555555555554444';
const MASKED = '555555••••••4444';

describe('a single value', () => {
  it('is masked as a security code by its field name, and as a card number by its content', () => {
    expect(maskCardText('cvc', '987')).toBe('•••');
    expect(maskCardText('card.cvv', '9876')).toBe('••••');
    expect(maskCardText('zip', '9876')).toBe('9876');
    expect(maskCardText('zip', CARD)).toBe(MASKED);
    expect(maskCardText('cvc', 'not given')).toBe('not given');
  });

  it('stays JSON, and is judged by the fields around it', () => {
    expect(maskCardValue(['card', 'cvc'], '"987"')).toBe('"•••"');
    expect(maskCardValue(['card', 'cvc'], '987')).toBe('"••• (number)"');
    expect(maskCardValue(['cvc', 'value'], '"987"')).toBe('"•••"');
    expect(maskCardValue(['cvc'], '{"value":"987"}')).toBe('{"value":"•••"}');
    expect(maskCardValue(['card', 'zip'], '"987"')).toBe('"987"');
    expect(maskCardValue([], `"${CARD}"`)).toBe(`"${MASKED}"`);
  });

  it('is unchanged if there is nothing to mask, whatever the fields are called', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom(CARD, `{"cvv":123,"n":${CARD}}`, 'cvv: 123', 'card', '\\'),
    );
    fc.assert(
      fc.property(fc.array(name), fc.json(), (place, json) => {
        fc.pre(maskCardData(json) === json && !/\d{3}/.test(json));
        expect(maskCardValue(place, json)).toBe(json);
      }),
    );
    fc.assert(
      fc.property(fc.array(name), (place) => {
        expect(maskCardValue([...place, 'cvc'], '"987"')).toBe('"•••"');
      }),
    );
  });
});
