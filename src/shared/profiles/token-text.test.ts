import { describe, expect, it } from 'vitest';
import { readTokenText } from './token-text';

const jwt = 'eyJhbGciOiJFUzUxMiJ9.eyJzY29wZXMiOltdfQ.AbC-_123';

describe('what is removed from a pasted token is reported', () => {
  it.each([
    [jwt, []],
    [`  ${jwt}\n`, []],
    [`Bearer ${jwt}`, ['the word Bearer']],
    [`Authorization: Bearer ${jwt}`, ['the header’s name', 'the word Bearer']],
    [`"${jwt}"`, ['quotes']],
    [`${jwt},`, ['signs after it']],
    [`\u200b${jwt}`, ['invisible characters']],
    [jwt.replace('.', '.\r\n  '), ['line breaks']],
    [jwt.replace('.', '. '), ['spaces']],
    [`"Bearer ${jwt.replace('.', '.\n')}"`, ['quotes', 'the word Bearer', 'line breaks']],
  ])('of %j', (entered, leftOut) => {
    expect(readTokenText(entered)).toEqual({ token: jwt, leftOut, hasSpaces: false, doubt: null });
  });
});

describe('a text that is probably not a token is questioned', () => {
  it.each([
    ['{"access_token":"abc"}', /JSON/, false],
    ['{ "access_token": "abc" }', /spaces/, true],
    ['https://api.example.com/token', /an address/, false],
    ['my secret token', /spaces/, true],
    ['curl -H "Authorization: Bearer abc"', /spaces/, true],
    ['a,b', /signs/, false],
  ])('%j', (entered, doubt, hasSpaces) => {
    expect(readTokenText(entered).doubt).toMatch(doubt);
    expect(readTokenText(entered).hasSpaces).toBe(hasSpaces);
  });

  it.each([jwt, 'opaque-token_1~+/=', 'bearertoken', 'abc\ndef', ''])('and %j is not', (entered) =>
    expect(readTokenText(entered)).toMatchObject({ doubt: null, hasSpaces: false }),
  );
});
