import { describe, expect, it } from 'vitest';
import { partsOf, search } from './fuzzy';

const lines = [
  { words: 'Sessions', kind: 'Screen' },
  { words: 'Vault Forward', kind: 'Screen' },
  { words: 'Settings' },
  { words: 'New profile', synonyms: 'create add account' },
  { words: 'Switch to Live EU', note: 'Production · merchant acme', kind: 'Profile' },
  { words: 'Tomás Ferreira', note: '48,250' },
  { words: 'GET /checkout/sessions/{session_id}', kind: 'Operation' },
  { words: 'Анна Иванова', note: '1,200' },
];
const found = (typed: string): string[] => search(lines, typed).map(({ item }) => item.words);

describe('search', () => {
  it('ranks matches at the start first, and includes those at later words', () => {
    expect(found('se').slice(0, 2).sort()).toEqual(['Sessions', 'Settings']);
    expect(found('sess')[0]).toBe('Sessions');
    expect(found('sess')).toContain('GET /checkout/sessions/{session_id}');
  });

  it.each([
    ['letters of words', 'vf', 'Vault Forward'],
    ['a wrong letter', 'sesions', 'Sessions'],
    ['two letters the wrong way round', 'setitngs', 'Settings'],
    ['words in another order', 'forward vault', 'Vault Forward'],
    ['a word that is not shown', 'create', 'New profile'],
    ['the note', 'acme', 'Switch to Live EU'],
    ['a name without its accents', 'tomas', 'Tomás Ferreira'],
    ['another script', 'иван', 'Анна Иванова'],
  ])('finds by %s', (_how, typed, words) => {
    expect(found(typed)[0]).toBe(words);
  });

  it('finds nothing for unknown text, and everything for empty text', () => {
    expect(found('zzzz')).toEqual([]);
    expect(found('  ')).toHaveLength(lines.length);
  });

  it('finds many words in any order, and special characters', () => {
    expect(found('acme merchant eu live switch to')).toEqual(['Switch to Live EU']);
    expect(found('live -production')).toEqual(['Switch to Live EU']);
    expect(found('/checkout/sessions/{s')[0]).toBe('GET /checkout/sessions/{session_id}');
    expect(found('48,250')).toEqual(['Tomás Ferreira']);
    expect(found('·')).toContain('Switch to Live EU');
  });

  it('finds all of many matches, including the best', () => {
    const many = [
      ...Array.from({ length: 500 }, (_, at) => ({ words: `Request ${at} to psp`, note: 'visa' })),
      { words: 'Visa charge' },
    ];
    const matches = search(many, 'visa');
    expect(matches).toHaveLength(501);
    expect(matches.find(({ tier }) => tier === 0)?.item.words).toBe('Visa charge');
  });

  it('grades matches', () => {
    const tiers = Object.fromEntries(search(lines, 'forward').map(({ item, tier }) => [item.words, tier]));
    expect(tiers['Vault Forward']).toBe(1);
    expect(search(lines, 'vault')[0]?.tier).toBe(0);
    expect(search(lines, 'vtfd')[0]).toMatchObject({ item: { words: 'Vault Forward' }, tier: 3 });
  });

  it('marks matches in each part separately', () => {
    const [match] = search(lines, 'acme');
    expect(match?.marks.words).toEqual([]);
    expect(partsOf('Production · merchant acme', match?.marks.note ?? [])).toEqual([
      { text: 'Production · merchant ', marked: false },
      { text: 'acme', marked: true },
    ]);
    expect(search(lines, 'profile').find(({ item }) => item.kind === 'Profile')?.marks.kind).toEqual([0, 7]);
  });
});
