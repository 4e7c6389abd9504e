import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../text/text-edits';
import { draftWith } from './drafts.fixture';
import { newNumbers, renumberEdits, renumberFields, reversed } from './renumber';

const renumber = (text: string, numbers: ReadonlyMap<number, number>, kind: 'json' | 'text' = 'json') =>
  applyEdits(text, renumberEdits(text, kind, numbers));

describe('newNumbers', () => {
  it.each([
    [
      'the first of three is removed',
      3,
      [1, 2],
      [
        [2, 1],
        [3, 2],
        [1, 3],
      ],
    ],
    ['the last one is removed', 2, [0], []],
    ['the only one is removed', 1, [], []],
    [
      'two are swapped',
      2,
      [1, 0],
      [
        [1, 2],
        [2, 1],
      ],
    ],
    ['one is inserted in between', 2, [0, null, 1], [[2, 3]]],
    ['one is added at the end', 1, [0, null], []],
  ] as const)('%s', (_name, before, from, expected) => {
    expect([...newNumbers(before, from)].sort()).toEqual([...expected].map((pair) => [...pair]).sort());
  });
});

describe('renumberEdits', () => {
  const removeFirst = newNumbers(2, [1]);

  it('lets a placeholder follow its card', () => {
    const body = '{"a":"{{CARD_NUMBER_1}}","b":"{{ CARD_NUMBER_2 }}{{CARD_EXPIRATION_DATE_MM_2}}"}';
    expect(renumber(body, removeFirst)).toBe(
      '{"a":"{{CARD_NUMBER_2}}","b":"{{ CARD_NUMBER_1 }}{{CARD_EXPIRATION_DATE_MM_1}}"}',
    );
  });

  it('leaves everything else unchanged', () => {
    const body =
      '{"a":"{{CARD_NUMBER_01}} {{CARD_NUMBER}} {{9_2}} {{CARD_NUMBER_3}} CARD_NUMBER_2 {{","b":{"c":{}}}';
    expect(renumber(body, removeFirst)).toBe(body);
    expect(renumber('n={{CARD_NUMBER_2}}&x=1', removeFirst, 'text')).toBe('n={{CARD_NUMBER_1}}&x=1');
  });

  it('is undone by the reverse, whatever was moved and removed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }).chain((count) =>
          fc.record({
            count: fc.constant(count),
            from: fc.shuffledSubarray(Array.from({ length: count }, (_, at) => at)),
          }),
        ),
        fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 8 }),
        ({ count, from }, used) => {
          const body = JSON.stringify(used.filter((n) => n <= count).map((n) => `{{CARD_NUMBER_${n}}}`));
          const numbers = newNumbers(count, from);
          const after = renumber(body, numbers) ?? '';
          expect(renumber(after, reversed(numbers))).toBe(body);
        },
      ),
    );
  });
});

it('renumbers the URL and the headers of both kinds, and counts', () => {
  const header = (value: string) => ({ id: value, name: 'x-a', value, secret: false, enabled: true });
  const draft = draftWith({
    destinationUrl: 'https://psp.example/{{CARD_NUMBER_2}}',
    headers: [header('{{CARD_NUMBER_1}}{{CARD_NUMBER_2}}'), header('plain')],
    serviceHeaders: [header('{{CARD_NUMBER_2}}')],
  });
  const { fields, count } = renumberFields(draft, newNumbers(2, [1, 0]));
  expect(count).toBe(4);
  expect(fields.destinationUrl).toBe('https://psp.example/{{CARD_NUMBER_1}}');
  expect(fields.headers?.map(({ value }) => value)).toEqual(['{{CARD_NUMBER_2}}{{CARD_NUMBER_1}}', 'plain']);
  expect(fields.serviceHeaders?.map(({ value }) => value)).toEqual(['{{CARD_NUMBER_1}}']);
});

it('leaves headers without such a placeholder the same object', () => {
  const header = (value: string) => ({ id: 'r', name: 'x', value, secret: false, enabled: true });
  const draft = draftWith({ headers: [header('plain')], serviceHeaders: [header('{{CARD_NUMBER_2}}')] });
  const { fields } = renumberFields(draft, newNumbers(2, [1, 0]));
  expect(fields.headers).toBe(draft.headers);
  expect(fields.serviceHeaders).not.toBe(draft.serviceHeaders);
});
