import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipartText, type TextPart } from './multipart';

/** What a form parser finds according to RFC 2046. */
function readForm(body: string, contentType: string): string[] {
  const boundary = /boundary="?([^"]*)"?$/i.exec(contentType)?.[1] ?? '';
  const [before, ...pieces] = `\r\n${body}`.split(`\r\n--${boundary}`);
  expect(before).toBe('');
  expect(pieces.pop()).toBe('--\r\n');
  return pieces.map((piece) => piece.slice(piece.indexOf('\r\n\r\n') + 4));
}

const part: fc.Arbitrary<TextPart> = fc.record({
  name: fc.string(),
  value: fc.oneof(
    fc.string(),
    fc.constantFrom(
      '------multipart-boundary',
      '\r\n------multipart-boundary-2--\r\n',
      '----multipart-boundary-3',
    ),
  ),
  type: fc.constantFrom(null, 'text/x'),
});

describe('multipartText', () => {
  it('is read back with the same values', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const { body, contentType } = multipartText(parts);
        expect(readForm(body, contentType)).toEqual(parts.map(({ value }) => value));
      }),
    );
  });

  it('writes names on one line', () => {
    expect(multipartText([{ name: 'a"b\r\nc', value: '', type: null, fileName: 'x"y' }]).body).toContain(
      'name="a%22b%0D%0Ac"; filename="x%22y"\r\n',
    );
  });

  it.each([
    ['multipart/form-data', 'multipart/form-data; boundary=----multipart-boundary'],
    ['multipart/mixed; boundary=q', 'multipart/mixed; boundary=q'],
    ['multipart/form-data; Boundary="a b"', 'multipart/form-data; Boundary="a b"'],
  ])('with a header of %s the type is %s', (given, expected) => {
    const { body, contentType } = multipartText([{ name: 'a', value: '1', type: null }], given);
    expect(contentType).toBe(expected);
    expect(readForm(body, contentType)).toEqual(['1']);
  });
});
