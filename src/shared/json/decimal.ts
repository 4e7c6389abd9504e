/** A JSON number of any size, exactly as written: `sign` × 0.`digits` × 10^`point`. */
interface Decimal {
  readonly sign: 1 | 0 | -1;
  /** Without leading or trailing zeros. */
  readonly digits: string;
  /** Where the decimal point is: 0 means before the first digit. */
  readonly point: number;
}

/** Compares two JSON numbers as written, of any size and without rounding: the result is below, equal to or above 0. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [toDecimal(one), toDecimal(other)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  const size = a.point - b.point || (a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1);
  return size * a.sign;
}

/** Linear: a regular expression that looks for the last zeros tries again at each zero of a number full of them. */
export function toDecimal(written: string): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const all = whole + fraction;
  let from = 0;
  while (all[from] === '0') from += 1;
  let to = all.length;
  while (to > from && all[to - 1] === '0') to -= 1;
  const digits = all.slice(from, to);
  if (digits === '') return { sign: 0, digits, point: 0 };
  return { sign: minus === '-' ? -1 : 1, digits, point: whole.length - from + Number(exponent) };
}
