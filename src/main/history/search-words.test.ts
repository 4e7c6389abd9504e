import Libsql from 'libsql';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyBeginningsMigration, historyMigration } from './schema';
import {
  facetLabel,
  indexedText,
  matchExpression,
  parseSearch,
  rarestExpression,
  wordsOf,
} from './search-words';

let database: InstanceType<typeof Libsql>;
beforeEach(() => {
  database = new Libsql(':memory:');
  database.exec(historyMigration.sql);
  database.exec(historyBeginningsMigration.sql);
});
afterEach(() => database.close());

function index(id: number, shard: number, text: string, facets: readonly string[] = []): void {
  database
    .prepare('INSERT OR REPLACE INTO exchange_words (rowid, words) VALUES (?, ?)')
    .run([BigInt(id), indexedText(shard, facets, [text])]);
}
function found(shard: number, typed: string, facets: readonly (readonly string[])[] = []): boolean {
  const query = { ...parseSearch(typed), facets };
  const matches = (expression: string): boolean =>
    database.prepare('SELECT rowid FROM exchange_words WHERE exchange_words MATCH ?').all([expression])
      .length > 0;
  const rarest = rarestExpression(shard, query);
  return (rarest === null || matches(rarest)) && matches(matchExpression(shard, query));
}

describe('the index of words', () => {
  it('finds every word of any text, whole or half, in its shard only', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.lorem(),
      fc.emailAddress(),
      fc.uuid(),
      fc.json(),
      fc.constantFrom('Straße ΣΊΣΥΦΟΣ İstanbul ﬁn 𝔘 한국어 हिन्दी ١٢٣ ½ K', '"*()^:-+', 'and OR not NEAR'),
    );
    fc.assert(
      fc.property(text, fc.nat({ max: 40_000 }), (written, shard) => {
        index(1, shard, written);
        for (const word of wordsOf(written)) {
          expect([word, found(shard, `${word} `)]).toEqual([word, true]);
          const half = [...word].slice(0, Math.ceil([...word].length / 2)).join('');
          expect([half, found(shard, half)]).toEqual([half, true]);
          expect(found(shard + 1, word)).toBe(false);
        }
        // Text copied from the original is found.
        if (wordsOf(written).length > 0) expect(found(shard, written)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('finds words inside a run of letters in scripts without spaces', () => {
    index(1, 0, '李小龍 買了 山田カード 홍길동입니다 กรุงเทพ 東京Tower Straße ΣΊΣΥΦΟΣ');
    const inside = [
      '小龍',
      '龍',
      '龍 ',
      '小 買',
      '了',
      '田カード',
      'カード',
      '길동',
      '동입',
      'เทพ',
      'tower',
      '京tower',
    ];
    for (const typed of inside) expect([typed, found(0, typed)]).toEqual([typed, true]);
    for (const typed of ['小買', '龍李', '길이', 'ower', 'raße'])
      expect([typed, found(0, typed)]).toEqual([typed, false]);
  });

  it('treats ß as ss, and a final sigma like any other', () => {
    index(1, 0, 'Straße ΣΊΣΥΦΟΣ');
    for (const typed of [
      'strasse',
      'STRASSE',
      'stras',
      'straße',
      'strasse x'.slice(0, 8),
      'σισυφοσ',
      'Σίσυφος ',
    ])
      expect([typed, found(0, typed)]).toEqual([typed, true]);
  });

  it('has the words of a spaced script, however long the other text is', () => {
    const long = Array.from({ length: 4_200 }, (_, number) => String.fromCodePoint(0x4e00 + number)).join('');
    index(1, 0, `${long} shoes`);
    expect(found(0, 'shoes')).toBe(true);
  });

  it('never interprets typed text as query syntax', () => {
    index(1, 0, 'something');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom('"', '*', '(', ')', ' OR ', 'a', ':', '§', '-') }),
        ),
        (typed) => {
          const { whole, beginnings } = parseSearch(typed);
          if (whole.length > 0 || beginnings.length > 0) expect(() => found(0, typed)).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('distinguishes facets from words', () => {
    index(1, 0, 'vault', [facetLabel('operation', 'vault_forward')]);
    expect(found(0, 'vault', [[facetLabel('operation', 'vault_forward')]])).toBe(true);
    expect(
      found(0, 'vault', [[facetLabel('operation', 'list_buyers'), facetLabel('operation', 'vault_forward')]]),
    ).toBe(true);
    expect(found(0, 'vault', [[facetLabel('operation', 'list_buyers')]])).toBe(false);
    expect(found(0, 'operationvaultforward')).toBe(false);
    expect(found(0, '§operationvaultforward')).toBe(false);
  });

  it('treats a date as one word', () => {
    expect(parseSearch('2026-11-21')).toEqual({ whole: ['20261121'], beginnings: [] });
    expect(parseSearch('404 2026-11')).toEqual({ whole: ['404'], beginnings: ['202611'] });
    expect(parseSearch('2026-11-2')).toEqual({ whole: [], beginnings: ['2026112'] });
    expect(parseSearch('ab2026-11-21x')).toEqual({ whole: ['ab2026', '11'], beginnings: ['21x'] });
    index(1, 0, 'at 2026-11-21T10:00:00Z');
    for (const typed of ['2026-11-21', '2026-1', '2026-11', '2026-11-2']) expect(found(0, typed)).toBe(true);
    for (const typed of ['2026-11-22', '2026-12', '2026-11-3']) expect(found(0, typed)).toBe(false);
  });

  it('looks for the longest word or its indexed prefix first', () => {
    const facets = [['§a']];
    const rarest = (whole: string[], beginning: string | null, more = facets): string | null =>
      rarestExpression(0, { facets: more, whole, beginnings: beginning === null ? [] : [beginning] });
    expect(rarest(['visa'], 'mastercard')).toBe('"000master" *');
    expect(rarest(['visa', 'clarke'], 'mastercard')).toBe('"000clarke"');
    expect(rarest([], 'amounts', [])).toBe('"000amount" *');
    expect(rarest(['visa'], null)).toBe('"000visa"');
    // Half of a UTF-16 surrogate pair is not a letter.
    expect(rarest([], '12345\u{20000}7', [])).toBe('"00012345\u{20000}" *');
    // Null if it would be the whole query, or if it is too short to be rare.
    expect(rarest(['visa'], null, [])).toBeNull();
    expect(rarest([], 'amount', [])).toBeNull();
    expect(rarest(['ord'], '123')).toBeNull();
    expect(rarest([], null)).toBeNull();
  });
});
