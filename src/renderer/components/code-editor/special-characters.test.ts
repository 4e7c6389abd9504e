import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSigns } from './special-characters';

describe('what the editor reads from the page', () => {
  it.each([
    ['a carriage return that was moved with the rest of its line', '\r\nabc\r', 'Xc␍', 'Xc\r'],
    ['the same in the middle of it', '\r\na\rc', 'X␍c', 'X\rc'],
    ['the same at its beginning', '\rab', '␍Xb', '\rXb'],
    ['an invisible space', '\n\u200bb', 'X•b', 'X\u200bb'],
    ['a bullet that is one', '\n•b', 'X•b', 'X•b'],
    ['a sign that was typed over a carriage return and kept it', '\r', '␍\r', '␍\r'],
  ])('has %s', (_what, replaced, inserted, written) => {
    expect(withoutSigns(replaced, inserted)).toBe(written);
  });

  it('is what was typed, if nothing was replaced', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => withoutSigns('', typed) === typed));
  });

  it('is what was typed and what was left, for any rest of a line', () => {
    const unit = fc.constantFrom('\r', '\n', '\u0000', '\u200b', '\ud800', 'a', ' ');
    const text = fc.string({ unit });
    fc.assert(
      fc.property(text, text, (removed, rest) => {
        const signs = rest
          .replace(/[\0\r]/g, (sign) => (sign === '\r' ? '␍' : '␀'))
          .replace(/[\u200b\ud800]/g, '•');
        expect(withoutSigns(`${removed}${rest}`, `X${signs}`)).toBe(`X${rest}`);
      }),
    );
  });
});
