import { maskCardNumbers } from '../../shared/card-numbers';
import { MASKED, type HeaderList } from '../../shared/exchange';

/** Shorter secrets would be found in anything. */
const LEAST_SECRET = 6;

/** What has to leave a text before it is kept. */
export type Mask = (text: string) => string;

/**
 * Masks card numbers to their first six and last four digits, and every occurrence of the secrets, with and without a
 * scheme in front.
 */
export function maskFor(secrets: readonly string[]): Mask {
  const values = new Set(secrets.flatMap((value) => [value, value.replace(/^[\w-]+ +/, '')]));
  // Longest first: a secret may be a part of another.
  const hidden = [...values]
    .filter((value) => value.length >= LEAST_SECRET)
    .sort((one, other) => other.length - one.length);
  return (text) => maskCardNumbers(hidden.reduce((rest, value) => rest.split(value).join(MASKED), text));
}

/** The same value with every text in it masked. */
export function maskDeep(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskDeep(item, mask)]));
}

/** Null when there was nothing to mask. Bytes that are no UTF-8 are looked through as if each were a character. */
export function maskBytes(bytes: Buffer, encoding: 'utf-8' | 'binary', mask: Mask): Buffer | null {
  const asText = encoding === 'utf-8' ? 'utf8' : 'latin1';
  const text = bytes.toString(asText);
  const masked = mask(text);
  if (masked === text) return null;
  return Buffer.from(encoding === 'utf-8' ? masked : masked.replace(/[^\0-\xff]/g, '*'), asText);
}

export function maskHeaders(headers: HeaderList, mask: Mask): [string, string][] {
  return headers.map(([name, value]) => [mask(name), mask(value)]);
}
