import uFuzzy from '@leeoniya/ufuzzy';

/** What is searched of one line. */
export interface Searched {
  readonly words: string;
  readonly note?: string | null;
  readonly kind?: string;
  readonly synonyms?: string;
}

/** A line that matches. */
export interface Match<Item> {
  readonly item: Item;
  /** How good the match is: 0 begins with what was typed, 1 has it at the begin of words, 2 within, 3 letter by letter. */
  readonly tier: 0 | 1 | 2 | 3;
  /** Pairs of offsets of what is marked. */
  readonly marks: { readonly words: Ranges; readonly note: Ranges; readonly kind: Ranges };
}
export type Ranges = readonly number[];

/** Names are of any script. */
const universal = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraContr: "'\\p{L}{1,2}\\b",
} as const;
const exact = new uFuzzy({ ...universal, intraChars: "[\\p{L}\\d']" });
/** A letter in a word may be wrong. */
const misspelt = new uFuzzy({ ...universal, intraChars: "[\\p{L}\\d']", intraMode: 1 });
/** Letters in their order with others between them: `vf` for Vault Forward. */
const loose = new uFuzzy({ ...universal, intraChars: '.', intraIns: 24 });

/** How many words may be typed in any order: n words are n! searches. */
const OUT_OF_ORDER = 3;
/** As many are compared closely; what is beyond them would hardly be shown. */
const MOST_RANKED = 100;
/** Guesses are worth a line only where little is found, and cost much for long texts. */
const ENOUGH = 4;
const GUESSED_FROM = 4;
const MAX_LOOSE = 8;
const NO_MARKS = { words: [], note: [], kind: [] } as const;

/** The texts of a list, made once for all that is typed while it is the same list. */
interface Texts {
  /** The parts in a row, one character between them, with accents taken off. */
  readonly whole: string[];
  readonly lower: readonly string[];
  readonly names: string[];
}
const textsOf = new WeakMap<readonly Searched[], Texts>();

/** The lines that match what was typed, the best first. */
export function search<Item extends Searched>(items: readonly Item[], typed: string): Match<Item>[] {
  const needle = uFuzzy.latinize(typed.trim());
  if (needle === '') return items.map((item) => ({ item, tier: 2, marks: NO_MARKS }));
  const texts = textsOf.get(items) ?? makeTexts(items);
  textsOf.set(items, texts);

  const terms = needle.toLowerCase().split(/\s+/);
  const places = items.map((_, at) => at);
  const found = places.filter((at) => terms.every((term) => texts.lower[at]?.includes(term)));
  const matches = rank(exact, items, texts.whole, needle, bestFirst(found, texts, terms[0] ?? ''));
  if (matches.length >= ENOUGH || found.length >= ENOUGH) return matches;

  const known = new Set(found);
  const rest = places.filter((at) => !known.has(at));
  if (needle.length >= GUESSED_FROM) {
    const guessed = misspelt.filter(texts.whole, needle, rest) ?? [];
    for (const at of guessed) known.add(at);
    matches.push(...rank(misspelt, items, texts.whole, needle, guessed));
  }
  if (matches.length >= ENOUGH || needle.length > MAX_LOOSE) return matches;
  const letters = [...needle.toLowerCase().replace(/\s+/g, '')];
  const inOrder = rest.filter((at) => !known.has(at) && hasInOrder(texts.names[at] ?? '', letters));
  const guesses = rank(loose, items, texts.names, needle, inOrder);
  return [...matches, ...guesses.map((match) => ({ ...match, tier: 3 }) as const)];
}

function makeTexts(items: readonly Searched[]): Texts {
  const whole = items.map(({ words, note, kind, synonyms }) =>
    uFuzzy.latinize(`${words} ${note ?? ''} ${kind ?? ''} ${synonyms ?? ''}`),
  );
  return {
    whole,
    lower: whole.map((text) => text.toLowerCase()),
    names: items.map(({ words }) => uFuzzy.latinize(words)),
  };
}

/** Those that begin with it, then those that have it at the begin of a word: the first of them are looked at closely. */
function bestFirst(found: readonly number[], { lower }: Texts, term: string): number[] {
  const quality = (at: number): number => {
    const text = lower[at] ?? '';
    if (text.startsWith(term)) return 0;
    return text.includes(` ${term}`) ? 1 : 2;
  };
  if (found.length <= MOST_RANKED) return [...found];
  const qualities = new Map(found.map((at) => [at, quality(at)]));
  return [...found].sort((one, other) => (qualities.get(one) ?? 0) - (qualities.get(other) ?? 0));
}

function hasInOrder(name: string, letters: readonly string[]): boolean {
  const text = name.toLowerCase();
  let from = 0;
  for (const letter of letters) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return false;
  }
  return true;
}

/** Compares those that match with what was typed; those beyond `MOST_RANKED` follow as they are. */
function rank<Item extends Searched>(
  matcher: uFuzzy,
  items: readonly Item[],
  texts: string[],
  needle: string,
  found: readonly number[],
): Match<Item>[] {
  if (found.length === 0) return [];
  // The matcher wants the places in the order of the list.
  const closely = found.slice(0, MOST_RANKED).sort((one, other) => one - other);
  const [, info, order] = matcher.search(texts, needle, OUT_OF_ORDER, MOST_RANKED + 1, closely);
  const terms = matcher.split(needle).length;
  const ranked = (order ?? []).flatMap((place) => {
    const item = items[info?.idx[place] ?? -1];
    if (item === undefined || !info) return [];
    const atWords = (info.interLft2[place] ?? 0) >= terms;
    const tier = info.start[place] === 0 && atWords ? 0 : atWords ? 1 : 2;
    return [{ item, tier, marks: marksOf(item, info.ranges[place] ?? []) } as const];
  });
  const beyond = found.slice(MOST_RANKED).flatMap((at) => {
    const item = items[at];
    return item === undefined ? [] : [{ item, tier: 2, marks: NO_MARKS } as const];
  });
  return [...ranked, ...beyond];
}

function marksOf({ words, note, kind }: Searched, ranges: readonly number[]): Match<unknown>['marks'] {
  const noteAt = words.length + 1;
  const kindAt = noteAt + (note?.length ?? 0) + 1;
  return {
    words: within(ranges, 0, words.length),
    note: within(ranges, noteAt, note?.length ?? 0),
    kind: within(ranges, kindAt, kind?.length ?? 0),
  };
}

function within(ranges: readonly number[], start: number, length: number): Ranges {
  const cut: number[] = [];
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const from = Math.max(0, (ranges[at] ?? 0) - start);
    const to = Math.min(length, (ranges[at + 1] ?? 0) - start);
    if (from < to) cut.push(from, to);
  }
  return cut;
}

export interface Part {
  readonly text: string;
  readonly marked: boolean;
}

/** A text cut where its marks begin and end. */
export function partsOf(text: string, ranges: Ranges): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [from = 0, to = 0] = ranges.slice(at, at + 2);
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}
