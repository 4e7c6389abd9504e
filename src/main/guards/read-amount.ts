import { readJson } from '@shared/json/read-json';
import { currencyExponent, knownCurrencies } from '@shared/text/currencies';

/** What a request says it is about to charge, and from what that was read. */
export interface ReadAmount {
  /** `EUR 135.91`. */
  readonly text: string;
  readonly note: string;
}

/** Beyond them a reader of JSON may round. */
const MAX_DIGITS = 15;

/**
 * The amount of a body, where it can be read without a guess at its structure: `amount` and `currency` stand at its top,
 * once each, as a whole number and the code of a currency. Null otherwise. No contract says that the destination means the
 * smallest unit by it, so the note gives the number as it stands, too.
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

/** Scalars at the top of a JSON object as they are written, by their key; null when it is none, or a key comes twice. */
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
      // Of a key that comes twice, one reader takes the first value and another the last.
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
