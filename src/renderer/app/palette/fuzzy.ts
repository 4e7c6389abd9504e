import uFuzzy from '@leeoniya/ufuzzy';

/** The texts of a line that are searched. */
export interface Searched {
  readonly words: string;
  readonly note?: string | null;
  readonly kind?: string;
  readonly synonyms?: string;
}

/** A line that matches. */
export interface Match<Item> {
  readonly item: Item;
  /**
   * How good the match is: 0 if it begins with the typed text, 1 if words in it do, 2 if the text is within words, 3 if
   * only its letters occur in order.
   */
  readonly tier: 0 | 1 | 2 | 3;
  /** Pairs of offsets of the marked parts. */
  readonly marks: { readonly words: Ranges; readonly note: Ranges; readonly kind: Ranges };
}
export type Ranges = readonly number[];

/**
 * Latin letters only: with all of Unicode, the pattern alone takes 100 ms per typed letter. Names in other scripts are
 * found as typed, without guessing.
 */
const exact = new uFuzzy();
/** One letter of a word may be wrong. */
const misspelt = new uFuzzy({ intraMode: 1 });
/** The letters in order with others between them: `vf` for Vault Forward. */
const loose = new uFuzzy({ intraChars: '.', intraIns: 24 });

/** The maximum number of typed words that may be in any order, because n words need n! searches. */
const OUT_OF_ORDER = 3;
/** How many matches are ranked in detail; more would hardly ever be shown. */
const MAX_RANKED = 100;
/** Guessing helps only when little is found, and is slow for long texts. */
const ENOUGH = 4;
const GUESSED_FROM = 4;
const MAX_LOOSE = 8;
const NO_MARKS = { words: [], note: [], kind: [] } as const;

/** The texts of a list, prepared once for as long as the list stays the same. */
interface Texts {
  /** The parts joined, with one character between them and without accents. */
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
  matches.push(...unranked(items, texts.lower, terms, found, matches));
  if (matches.length >= ENOUGH) return matches;

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

/**
 * Matches that begin with the term, then those that have it at the start of a word, so that the best ones are ranked in
 * detail.
 */
function bestFirst(found: readonly number[], { lower }: Texts, term: string): number[] {
  const quality = (at: number): number => {
    const text = lower[at] ?? '';
    if (text.startsWith(term)) return 0;
    return text.includes(` ${term}`) ? 1 : 2;
  };
  if (found.length <= MAX_RANKED) return [...found];
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

/** Ranks the matches for the typed text, with its words in any order. */
function rank<Item extends Searched>(
  matcher: uFuzzy,
  items: readonly Item[],
  texts: string[],
  needle: string,
  found: readonly number[],
): Match<Item>[] {
  const terms = matcher.split(needle);
  if (found.length === 0 || terms.length === 0) return [];
  const orders =
    terms.length > 1 && terms.length <= OUT_OF_ORDER
      ? uFuzzy.permute(terms).map((words) => words.join(' '))
      : [needle];
  // The matcher needs the indexes in the order of the list.
  let left = found.slice(0, MAX_RANKED).sort((one, other) => one - other);
  const matches: Match<Item>[] = [];
  for (const order of orders) {
    const matched = left.length === 0 ? [] : (matcher.filter(texts, order, left) ?? []);
    if (matched.length === 0) continue;
    const info = matcher.info(matched, texts, order);
    for (const place of matcher.sort(info, texts, order)) {
      const item = items[info.idx[place] ?? -1];
      if (item === undefined) continue;
      const atWords = (info.interLft2[place] ?? 0) >= terms.length;
      const marks = marksOf(item, info.ranges[place] ?? []);
      const isSeen = [marks.words, marks.note, marks.kind].some((ranges) => ranges.length > 0);
      const tier = info.start[place] === 0 && atWords ? 0 : atWords ? 1 : isSeen ? 2 : 3;
      matches.push({ item, tier, marks });
    }
    const done = new Set(info.idx);
    left = left.filter((at) => !done.has(at));
  }
  return matches;
}

/** Matches that could not be ranked: in another script, in another order, or too many. */
function unranked<Item extends Searched>(
  items: readonly Item[],
  lower: readonly string[],
  terms: readonly string[],
  found: readonly number[],
  ranked: readonly Match<Item>[],
): Match<Item>[] {
  const known = new Set(ranked.map(({ item }) => item));
  return found.flatMap((at) => {
    const item = items[at];
    const text = lower[at] ?? '';
    if (item === undefined || known.has(item)) return [];
    const starts = terms.map((term) => text.indexOf(term));
    const atWords = starts.every((start) => start === 0 || text[start - 1] === ' ');
    const tier = !atWords ? 2 : starts.includes(0) ? 0 : 1;
    const ranges = terms
      .map((term, place) => [starts[place] ?? 0, (starts[place] ?? 0) + term.length] as const)
      .sort(([one], [other]) => one - other)
      .flat();
    return [{ item, tier, marks: marksOf(item, ranges) } as const];
  });
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

/** A text split where its marks begin and end. */
export function partsOf(text: string, ranges: Ranges): readonly Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const [begin = 0, to = 0] = ranges.slice(at, at + 2);
    // Two typed words may match at the same place.
    const from = Math.max(begin, done);
    if (from >= to) continue;
    if (from > done) parts.push({ text: text.slice(done, from), marked: false });
    parts.push({ text: text.slice(from, to), marked: true });
    done = to;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}
