import { maskCardNumbers } from './card-numbers';
import { maskSecurityCodes, maskTypedCode } from './security-codes';

/** A text for a file or the clipboard, with card numbers and security codes masked. JSON stays JSON. */
export function maskCardData(text: string): string {
  return maskCardNumbers(maskSecurityCodes(text).text);
}

/** The same for a single value, with the name of its field. */
export function maskCardText(name: string, value: string): string {
  return maskCardData(maskTypedCode(name, value));
}

/**
 * The same for a JSON value taken out of its context.
 * @param place the names of its field and of those around it, outermost first.
 */
export function maskCardValue(place: readonly string[], json: string): string {
  // A code's name may belong to an object around it: `"cvc": { "value": "123" }`.
  const around = place.slice(-2).map((name) => `{${JSON.stringify(maskCardData(name))}:`);
  const before = `[${around.join('')}`;
  return maskCardData(before + json).slice(before.length);
}
