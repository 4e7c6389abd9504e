import { describe, expect, it } from 'vitest';
import { arrange } from './arrange';
import type { Entry } from './entry';
import { search } from './fuzzy';
import { weightOf, withUse, type Uses } from './uses';

const DAY = 24 * 3_600_000;
const now = 100 * DAY;

function entry(words: string, group: Entry['group'], key: string | null = words): Entry {
  return { key, group, icon: 'search', words, run: () => undefined };
}

describe('weightOf', () => {
  it('halves each week, and is 0 for unused entries', () => {
    const uses: Uses = { often: [4, now - 14 * DAY], lately: [2, now] };
    expect(weightOf(uses, 'often', now)).toBe(1);
    expect(weightOf(uses, 'lately', now)).toBe(2);
    expect(weightOf(uses, 'never', now)).toBe(0);
    expect(weightOf(uses, null, now)).toBe(0);
  });

  it("grows from what is left of an old habit's weight", () => {
    expect(withUse({ a: [4, now - 7 * DAY] }, 'a', now)).toEqual({ a: [3, now] });
  });

  it('keeps 200 entries, including the latest and the most used', () => {
    let uses: Uses = {};
    for (let at = 0; at < 250; at += 1) uses = withUse(uses, `entry ${at}`, now + at);
    uses = withUse(withUse(uses, 'entry 249', now + 250), 'one more', now + 251);
    expect(Object.keys(uses)).toHaveLength(200);
    expect(uses).toHaveProperty('entry 249');
    expect(uses).toHaveProperty('one more');
    expect(uses).not.toHaveProperty('entry 0');
  });
});

describe('arrange', () => {
  const entries = [
    entry('New draft', 'Actions'),
    entry('New profile', 'Actions'),
    entry('Renew something', 'Go to'),
    entry('Newest session', 'Sessions', null),
  ];
  const order = (typed: string, uses: Uses = {}): string[] =>
    arrange(search(entries, typed), uses, now).flatMap(({ matches }) =>
      matches.map(({ item }) => item.words),
    );

  it('puts the most used first among equal matches', () => {
    expect(order('new').slice(0, 2)).toEqual(['New draft', 'New profile']);
    expect(order('new', { 'New profile': [3, now] }).slice(0, 2)).toEqual(['New profile', 'New draft']);
  });

  it('never puts a worse match before a better one', () => {
    expect(order('new', { 'Renew something': [99, now] }).at(-1)).toBe('Renew something');
  });

  it('puts the group with the best match first', () => {
    expect(arrange(search(entries, 'renew'), {}, now)[0]?.name).toBe('Go to');
  });
});
