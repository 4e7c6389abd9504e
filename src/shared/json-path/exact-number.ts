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

function toDecimal(source: string): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const all = whole + fraction;
  const leading = /^0*/.exec(all)?.[0].length ?? 0;
  const digits = all.slice(leading).replace(/0+$/, '');
  if (digits === '') return { sign: 0, digits, point: 0 };
  return { sign: minus === '-' ? -1 : 1, digits, point: whole.length - leading + Number(exponent) };
}
