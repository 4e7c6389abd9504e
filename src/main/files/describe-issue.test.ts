import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue, describeShape } from './describe-issue';

const schema = z.strictObject({
  text: z.string().max(3),
  date: z.string().uuid(),
  flag: z.boolean(),
  kind: z.enum(['a', 'b', 'c']),
  version: z.literal(2),
  number: z.number().int().min(1).max(9),
  list: z.array(z.string()).max(1),
  either: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one') }),
    z.object({ kind: z.literal('two') }),
  ]),
  own: z.string().max(1, 'A name has one letter.'),
});
const RIGHT = {
  text: '',
  date: '5e550000-0000-4000-8000-000000000001',
  flag: true,
  kind: 'a',
  version: 2,
  number: 5,
  list: [],
  either: { kind: 'one' },
  own: '',
};

it.each<readonly [Record<string, unknown>, string]>([
  [{ text: 5 }, 'it should be text'],
  [{ text: undefined }, 'it is missing'],
  [{ text: 'long' }, 'it is too long'],
  [{ date: 'today' }, 'it is not as it should be'],
  [{ flag: 'yes' }, 'it should be true or false'],
  [{ kind: 'd' }, 'it should be “a”, “b” or “c”'],
  [{ version: 3 }, 'it should be 2'],
  [{ number: 1.5 }, 'it should be a whole number'],
  [{ number: 10 }, 'it is more than 9'],
  [{ number: 0 }, 'it is less than 1'],
  [{ list: {} }, 'it should be a list'],
  [{ list: ['a', 'b'] }, 'it is too long'],
  [{ either: 7 }, 'it should be an object'],
  [{ either: { kind: 'three' } }, 'it should be “one” or “two”'],
  [{ more: 1 }, 'there is no “more” here'],
  [{ own: 'ab' }, 'A name has one letter'],
])('says of %j: %s', (change, words) => {
  const { error } = schema.safeParse({ ...RIGHT, ...change });
  expect(error?.issues.map(describeIssue)).toEqual([words]);
});

it('names the place of the first, and counts the others, each once', () => {
  const twice = z.object({ profiles: z.array(z.intersection(z.object({ name: z.string() }), z.object({}))) });
  const { error } = twice.safeParse({ profiles: [{ name: 5 }, {}, 7, 7] });
  expect(error && describeShape(error)).toBe('profiles[0].name: it should be text; and 3 more');
  const whole = twice.safeParse([]).error;
  expect(whole && describeShape(whole)).toBe('it should be an object');
});
