import { expect, it } from 'vitest';
import { encodeFormPart, encodeQueryPart, encodeWholeUrl } from './encode-url';

it.each([
  [encodeQueryPart, 'a b&c=d/é%20%zz\ud800', 'a%20b%26c%3Dd%2F%C3%A9%20%25zz%EF%BF%BD'],
  [encodeFormPart, "a b+%20'(*)~", 'a%20b%2B%2520%27%28%2A%29~'],
  [
    encodeWholeUrl,
    'https://a.example/b c/é?x="<y>"&z=%20[0]#f',
    'https://a.example/b%20c/%C3%A9?x=%22%3Cy%3E%22&z=%20[0]#f',
  ],
])('%o encodes only what it has to', (encode, text, expected) => {
  expect(encode(text)).toBe(expected);
});
