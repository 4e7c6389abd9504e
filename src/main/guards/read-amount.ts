import { readJson } from '@shared/json/read-json';
import { currencyExponent, knownCurrencies } from '@shared/text/currencies';

/** The amount that a request says it will charge, and where in the body it was found. */
export interface ReadAmount {
  /** `EUR 135.91`. */
  readonly text: string;
  readonly note: string;
}

/** A JSON parser may round numbers with more digits. */
const MAX_DIGITS = 15;

/**
 * The amount in a body, if it can be read without guessing at the structure: `amount` and `currency` at the top
 * level, once each, an integer and a currency code. Null otherwise. No contract says that the destination counts in
 * minor units, so the note also shows the number as written.
 */
export function readAmount(body: string): ReadAmount | null {
  const top = readTop(body);
  const digits = top?.get('amount');
  const code = top?.get('currency');
  if (digits === undefined || code === undefined) return null;
  const currency = /^"([A-Z]{3})"$/.exec(code)?.[1];
  if (!isWholeNumber(digits) || currency === undefined || !knownCurrencies().includes(currency)) return null;
  return {
    text: `${currency} ${inMajorUnits(digits, currencyExponent(currency))}`,
    note: `read from amount and currency of the body: ${digits}, in the smallest unit`,
  };
}

function isWholeNumber(text: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(text) && text.length <= MAX_DIGITS;
}

function inMajorUnits(digits: string, exponent: number): string {
  const padded = digits.padStart(exponent + 1, '0');
  const whole = padded.slice(0, padded.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  return exponent === 0 ? whole : `${whole}.${padded.slice(-exponent)}`;
}

/** The top-level scalars of a JSON object, as written, by key; null if the text is not an object or repeats a key. */
function readTop(body: string): ReadonlyMap<string, string> | null {
  const top = new Map<string, string>();
  let depth = 0;
  let isObject = false;
  let isRepeated = false;
  let key: string | null = null;
  const problem = readJson(body, {
    openObject: () => {
      if (depth === 0) isObject = true;
      key = null;
      depth += 1;
    },
    openArray: () => {
      key = null;
      depth += 1;
    },
    closeObject: () => {
      depth -= 1;
    },
    closeArray: () => {
      depth -= 1;
    },
    key: (start, end) => {
      if (depth !== 1) return;
      const name: unknown = JSON.parse(body.slice(start, end));
      key = typeof name === 'string' ? name : null;
      // Parsers disagree about which value of a repeated key counts.
      if (key !== null && top.has(key)) isRepeated = true;
      if (key !== null) top.set(key, '');
    },
    scalar: (_kind, start, end) => {
      if (depth === 1 && key !== null) top.set(key, body.slice(start, end));
      key = null;
    },
  });
  return problem === null && isObject && !isRepeated ? top : null;
}
