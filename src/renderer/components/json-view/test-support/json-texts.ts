import fc from 'fast-check';

/**
 * JSON texts and the values that JSON.parse makes of them, with any white space and any notation for strings and
 * numbers.
 */
const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/);

const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'Z', '0', ' ', '/', 'e', 'E', '{', ']', ',', ':') },
  { weight: 2, arbitrary: fc.constantFrom('é', 'ß', '€', '中', '😀', '\u2028', '\u00a0') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\\n',
      '\\"',
      '\\\\',
      '\\/',
      '\\t',
      '\\u0000',
      '\\u00e9',
      '\\uD83D\\uDE00',
      '\\ud800',
    ),
  },
);

const stringText = fc.array(character, { maxLength: 12 }).map((parts) => `"${parts.join('')}"`);

/**
 * Keys have no backslash, because JSON.parse of Node 24.21 reads them wrongly (`shared/testing/parsable-json.ts`); the
 * tokeniser's test includes some, with expected values.
 */
const keyText = stringText.map((text) => text.replaceAll('\\\\', '/'));

const formatNumber = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '10',
    '-1.50',
    '1e5',
    '1E+2',
    '0.1e-7',
    '12345678901234567890',
    '1.0000000000000000000001',
  ),
  fc.integer().map(String),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map((number) => JSON.stringify(number)),
);

const scalarText = fc.oneof(formatNumber, stringText, fc.constantFrom('true', 'false', 'null'));

const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const item = fc.tuple(space, tie('value'), space).map((parts) => parts.join(''));
  const member = fc
    .tuple(space, keyText, space, item)
    .map(([before, key, after, value]) => `${before}${key}${after}:${value}`);
  const list = (of: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc
      .array(of, { maxLength: 5 })
      .chain((parts) => (parts.length === 0 ? space : fc.constant(parts.join(','))));
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalarText,
      list(item).map((inner) => `[${inner}]`),
      list(member).map((inner) => `{${inner}}`),
    ),
  };
}).value;

/** JSON text between white space. */
export const wholeText = fc.tuple(space, jsonText, space).map((parts) => parts.join(''));

/** JSON with a few bytes removed, inserted or replaced: most of it almost valid. */
export const nearlyJson = fc
  .tuple(
    wholeText,
    fc.array(
      fc.record({
        at: fc.nat({ max: 400 }),
        remove: fc.nat({ max: 2 }),
        put: fc.constantFrom(
          '',
          '"',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '\\',
          '0',
          '-',
          '.',
          'e',
          'u',
          ' ',
          '\n',
          'x',
          "'",
          'tru',
          '\u0001',
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, { at, remove, put }) => {
      const place = at % (edited.length + 1);
      return edited.slice(0, place) + put + edited.slice(place + remove);
    }, text),
  );
