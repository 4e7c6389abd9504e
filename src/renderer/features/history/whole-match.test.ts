import { expect, it } from 'vitest';
import { wholeMatch } from './whole-match';

it.each([
  ['slow.example', 'https://slow.', 'example', '/charge', 'https://[slow.example]/charge'],
  ['Slow.Exa', 'https://slow.', 'exa', 'mple/charge', 'https://[slow.exa]mple/charge'],
  ['slow.example/', 'https://', 'slow', '.example/charge', 'https://[slow.example/]charge'],
  ['running  shoes', 'Trail running ', 'shoes', ', 44', 'Trail [running shoes], 44'],
  ['payments-gateway.example', '…yments-gateway.', 'example', '/a', '…[yments-gateway.example]/a'],
  // The words are apart, or are different words.
  ['order 77', 'order-', '77', '', 'order-[77]'],
  ['nothing shoes', '', 'shoes', '', '[shoes]'],
  ['shoes', 'shoes and ', 'shoes', '', 'shoes and [shoes]'],
  ['İa b', 'İa ', 'b', '', 'İa [b]'],
])('marks all of %j if the words are next to each other', (typed, before, match, after, expected) => {
  const found = wholeMatch({ label: null, before, match, after, rank: 6 }, typed);
  expect(`${found.before}[${found.match}]${found.after}`).toBe(expected);
});
