import { expect, it } from 'vitest';
import { findMatch } from './find-match';
import type { KeptExchange } from './record';
import { testingReferences } from '../secrets/testing-references';
import { keepExchange } from './keep-exchange';
import { forward } from './testing-exchanges';

/** A POST with this body and this answer. */
async function kept(body: string, answer: string): Promise<KeptExchange> {
  const { exchange, sentAs } = forward(body, [['x-vault-forward-header-x-order', 'order-77']]);
  const none = { facts: () => null, read: () => Promise.reject(new Error('no body is stored')) };
  const found = await keepExchange(exchange, sentAs, { bodies: none, secrets: testingReferences() });
  return { ...found, responseBody: Buffer.from(answer) };
}

const shown = async (text: string, body: string, answer = '{}', note = ''): Promise<string | null> => {
  const match = findMatch(text, note, await kept(body, answer));
  return match && `${match.label ?? ''}: ${match.before}[${match.match}]${match.after}`;
};

it.each([
  ['shoes', '{"item": "Trail running shoes, 44"}', 'item: Trail running [shoes], 44'],
  ['SHO', '{"item": "Trail running shoes, 44"}', 'item: Trail running [sho]es, 44'],
  ['nothing shoes', '{"item": "shoes"}', 'item: [shoes]'],
  ['cta', '{"action": "none"}', null],
  ['小龍', '{"name": "李小龍"}', 'name: 李[小龍]'],
  [
    'ada@example.com',
    '{"product_url": "https://shop.example.com/", "email": "Ada@example.com"}',
    'email: [Ada@example.com]',
  ],
  ['order 77', '{}', 'x-vault-forward-header-x-order: order-[77]'],
  ['plain', 'a line\nsome plain text\nanother', ': some [plain] text'],
  [
    'ADA98765-0000-4000-8000-00000000000A',
    '{"n": "0000", "id": "ada98765-0000-4000-8000-00000000000a"}',
    'id: [ada98765-0000-4000-8000-00000000000a]',
  ],
  [
    'ADA9876500004000800000000000000A',
    '{"n": "0000", "id": "ada98765-0000-4000-8000-00000000000a"}',
    'id: [ada98765-0000-4000-8000-00000000000a]',
  ],
  ['ada98765-0000-4000-8000-00000000000a zoe', '{"n": "0000", "name": "Zoe"}', 'name: [Zoe]'],
])('finds %j in %s', async (text, body, expected) => {
  expect(await shown(text, body)).toBe(expected);
});

it('prefers the note, then the answer, then the request', async () => {
  expect(await shown('shoes', '{"a":"shoes"}', '{"b":"shoes"}')).toBe('b: [shoes]');
  expect(await shown('shoes', '{"a":"shoes"}', '{"b":"shoes"}', 'about shoes')).toBe('note: about [shoes]');
});

it.each([
  ['r-4711', '{"replaces": "R-4711", "external_identifier": "R-4711"}', 'external_identifier: [R-4711]'],
  ['ada@shop.example', '{"cc": "bo-ada@shop.example", "to": "ada@shop.example"}', 'to: [ada@shop.example]'],
  ['100123', '{"phone_number": "+1001234567", "note": "of 100123."}', 'note: of [100123].'],
  ['100123', '{"note": "of 100123.", "order_id": "EU 100123"}', 'order_id: EU [100123]'],
  ['100123', '{"100123": "x", "order": "100123"}', 'order: [100123]'],
])('shows where %j is meant rather than where it occurs first in %s', async (text, body, expected) => {
  expect(await shown(text, body)).toBe(expected);
});

it('ranks the whole of a field that identifies first, then any whole value, then words, then beginnings', async () => {
  const rank = async (text: string, body: string, note = ''): Promise<number> =>
    findMatch(text, note, await kept(body, '{}'))?.rank ?? Infinity;
  const ranks = [
    await rank('R-4711', '{"external_identifier": "R-4711"}'),
    await rank('R-4711', '{"replaces": "R-4711"}'),
    await rank('R-4711', '{"external_identifier": "EU R-4711"}'),
    await rank('R-4711', '{"comment": "of R-4711, again"}'),
    await rank('R-4711', '{"external_identifier": "R-47119"}'),
    await rank('R-4711', '{"comment": "r, then 4711"}'),
  ];
  expect(ranks).toEqual([...new Set(ranks)].sort((one, other) => one - other));
  // A note that mentions it does not make the session itself any less the one that was meant.
  expect(await rank('R-4711', '{"external_identifier": "R-4711"}', 'a customer asks for R-4711')).toBe(
    ranks[0],
  );
});

it('cuts a long value on both sides of the match', async () => {
  const body = `{"text": "${'before '.repeat(20)}shoes ${'after '.repeat(20)}"}`;
  expect(await shown('shoes', body)).toMatch(/^text: …[a-z ]{14}\[shoes\][a-z ]{40}…$/);
});
