import { findCardNumbers } from './card-numbers';

/** How far around a field card data is looked for, in UTF-16 units. */
export const MAX_CONTEXT_LENGTH = 20_000;

const CARD_DATA =
  /\{\{\s*CARD_|\d{6}•+\d{4}|["'<&?[\s.](?:card|cc)?[-_]?(?:exp|expiry|expires|expiration)(?:[-_]?(?:date|month|year|m{1,2}|y{1,2}|yyyy))?["'>=\]\s:]|["'<&?[\s.](?:pan|card[-_]?(?:number|holder|no|num))["'>=\]\s:]/gi;

/**
 * Whether there is card data in the object that contains a field, or in the one around it; without such objects, in
 * the text around the field. Linear in the length of the text, however many fields there are.
 * @param fields offsets, in order.
 */
export function cardDataNextTo(text: string, fields: readonly number[]): readonly boolean[] {
  const data = cardDataIn(text);
  if (data.length === 0) return fields.map(() => false);
  const starts = openBrackets(text, fields, 1);
  const ends = openBrackets(text, [...fields].reverse(), -1).reverse();
  return fields.map((field, index) => {
    const least = field - MAX_CONTEXT_LENGTH;
    const most = field + MAX_CONTEXT_LENGTH;
    const start = starts[index]?.find((bracket) => bracket >= least) ?? least;
    const end = ends[index]?.find((bracket) => bracket < most) ?? most;
    return (data[indexFrom(data, start)] ?? Infinity) <= end;
  });
}

/** Where it begins, in order. */
function cardDataIn(text: string): readonly number[] {
  const places = findCardNumbers(text).map(({ offset }) => offset);
  CARD_DATA.lastIndex = 0;
  for (let match = CARD_DATA.exec(text); match !== null; match = CARD_DATA.exec(text)) {
    places.push(match.index);
    // What ends one may begin the next.
    CARD_DATA.lastIndex = match.index + 1;
  }
  return places.sort((one, other) => one - other);
}

/** The index of the first place from there on. */
function indexFrom(places: readonly number[], start: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle] ?? Infinity) < start) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * For each field the brackets on one side of it that are not closed on the way: the second one if there is one, then
 * the first.
 * @param fields offsets in the order of the direction.
 */
function openBrackets(text: string, fields: readonly number[], step: 1 | -1): (readonly number[])[] {
  const [opens, closes] = step === 1 ? ['{', '}'] : ['}', '{'];
  const open: number[] = [];
  let at = step === 1 ? 0 : text.length - 1;
  return fields.map((field) => {
    // The character at the field itself counts as behind it.
    for (; step === 1 ? at < field : at >= field; at += step) {
      if (text[at] === opens) open.push(at);
      else if (text[at] === closes) open.pop();
    }
    return open.slice(-2);
  });
}
