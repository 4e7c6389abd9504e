import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { cleanToken } from './token-entry';
import { processorMs } from '@shared/testing/processor-ms.fixture';

const token = 'eyJhbGciOiJFUzUxMiJ9.eyJzY29wZXMiOltdfQ.AbC-_123';

function refusal(entered: string): ProblemError['problem'] {
  try {
    cleanToken(entered);
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
  }
  throw new Error('it was accepted');
}

describe('cleanToken', () => {
  it.each([
    token,
    `  ${token}\n`,
    `Bearer ${token}`,
    `bearer\t${token}`,
    `Authorization: Bearer ${token}`,
    `"${token}"`,
    `'Bearer ${token}'`,
    `\u200b"${token}"\u200b`,
    `\ufeff“${token}”`,
    token.replace('.', '.\r\n  '),
    `${token.slice(0, 9)}\u200b${token.slice(9)}`,
  ])('finds the token in %j', (entered) => expect(cleanToken(entered)).toBe(token));

  it('accepts a token that is not a JWT', () => {
    expect(cleanToken('opaque-token_1~+/=')).toBe('opaque-token_1~+/=');
    expect(cleanToken('bearertoken')).toBe('bearertoken');
  });

  it.each([
    ['', 'token-empty'],
    [' \n ', 'token-empty'],
    ['Bearer', 'token-empty'],
    ['"Bearer "', 'token-empty'],
    ['tökn', 'token-not-sendable'],
    ['a\u0007b', 'token-not-sendable'],
    ['x'.repeat(12_001), 'token-too-long'],
    ['-----BEGIN PRIVATE KEY-----\nMIG2\n-----END PRIVATE KEY-----', 'token-is-a-key'],
    ['-----BEGIN EC PRIVATE KEY-----\nMIG2', 'token-is-a-key'],
    ['{"kty":"EC","crv":"P-521","d":"AbC"}', 'token-is-a-key'],
    ['my secret token', 'token-has-spaces'],
    ['Bearer one two', 'token-has-spaces'],
    ['{ "access_token": "abc" }', 'token-has-spaces'],
  ])('refuses %j beside the field', (entered, code) => {
    expect(refusal(entered)).toMatchObject({ code, field: 'Access token' });
  });

  it.each([
    ['quotes inside', `a${'"'.repeat(200_000)}b`],
    ['alternating quotes', `${`"'`.repeat(100_000)}b`],
    ['the word over and over', 'Bearer '.repeat(30_000)],
    ['the label over and over', `${'Authorization: "'.repeat(12_000)}b`],
    ['commas inside', `a${','.repeat(200_000)}b`],
    ['spaces inside a label', `authorization${' '.repeat(200_000)}b`],
    ['spaces in between', `a${' '.repeat(200_000)}b`],
    ['the beginning of a key', '-----BEGIN KEY'.repeat(15_000)],
  ])('takes less than a second of CPU time for 200 kB with %s', (_name, entered) => {
    const taken = processorMs(() => {
      try {
        cleanToken(entered);
      } catch (error) {
        expect(error).toBeInstanceOf(ProblemError);
      }
    });
    expect(taken).toBeLessThan(1_000);
  });

  it('returns one line that fits a header and does not change when cleaned again; a refusal does not quote the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (entered) => {
        try {
          const cleaned = cleanToken(entered);
          expect(cleaned).toMatch(/^[\x21-\x7e]+$/);
          expect(cleanToken(cleaned)).toBe(cleaned);
        } catch (error) {
          expect(error).toBeInstanceOf(ProblemError);
        }
      }),
    );
    expect(JSON.stringify(refusal('CANARY-ö'))).not.toContain('CANARY');
  });
});
