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

/** Names are of any script; a letter in a word may be wrong. */
const universal = {
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraContr: "'\\p{L}{1,2}\\b",
} as const;
const close = new uFuzzy({ ...universal, intraChars: "[\\p{L}\\d']", intraMode: 1 });
/** Letters in their order with others between them: `vf` for Vault Forward. */
const loose = new uFuzzy({ ...universal, intraChars: '.', intraMode: 0, intraIns: 24 });
/** How many words may be typed in any order: n words are n! searches. */
const OUT_OF_ORDER = 3;
/** Guesses are worth a line only where little is found. */
const ENOUGH = 4;
const NO_MARKS = { words: [], note: [], kind: [] } as const;

/** The lines that match what was typed, the best first. */
export function search<Item extends Searched>(items: readonly Item[], typed: string): Match<Item>[] {
  const needle = uFuzzy.latinize(typed.trim());
  if (needle === '') return items.map((item) => ({ item, tier: 2, marks: NO_MARKS }));
  const texts = items.map(textOf);
  const found = run(close, items, texts, needle, false);
  if (found.length >= ENOUGH) return found;
  const known = new Set(found.map(({ item }) => item));
  const rest = items.filter((item) => !known.has(item));
  const names = rest.map(({ words }) => uFuzzy.latinize(words));
  return [...found, ...run(loose, rest, names, needle, true)];
}

function run<Item extends Searched>(
  matcher: uFuzzy,
  items: readonly Item[],
  texts: string[],
  needle: string,
  isLoose: boolean,
): Match<Item>[] {
  const [found, info, order] = matcher.search(texts, needle, isLoose ? 0 : OUT_OF_ORDER);
  if (found === null) return [];
  if (info === null || order === null) {
    return found.flatMap((at) => {
      const item = items[at];
      return item === undefined ? [] : [{ item, tier: isLoose ? 3 : 2, marks: NO_MARKS } as const];
    });
  }
  const terms = matcher.split(needle).length;
  return order.flatMap((place) => {
    const item = items[info.idx[place] ?? -1];
    if (item === undefined) return [];
    const begins = info.start[place] === 0;
    const atWords = (info.interLft2[place] ?? 0) >= terms;
    const tier = isLoose ? 3 : begins && atWords ? 0 : atWords ? 1 : 2;
    return [{ item, tier, marks: marksOf(item, info.ranges[place] ?? []) } as const];
  });
}

/** The parts in a row, one character between them, with accents taken off. */
function textOf({ words, note, kind, synonyms }: Searched): string {
  return uFuzzy.latinize(`${words} ${note ?? ''} ${kind ?? ''} ${synonyms ?? ''}`);
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
