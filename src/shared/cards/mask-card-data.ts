import { maskCardNumbers } from './card-numbers';
import { maskSecurityCodes, maskTypedCode } from './security-codes';

/** A text for a file or the clipboard: card numbers and security codes in it are masked. JSON stays JSON. */
export function maskCardData(text: string): string {
  return maskCardNumbers(maskSecurityCodes(text).text);
}

/** The same for a value that stands alone, with the name of its field. */
export function maskCardText(name: string, value: string): string {
  return maskCardData(maskTypedCode(name, value));
}

/**
 * The same for a value as JSON that is taken out of what it stood in.
 * @param place the names of its field and of those around it, from the outermost on.
 */
export function maskCardValue(place: readonly string[], json: string): string {
  // An object around it may be what is called a code: `"cvc": { "value": "123" }`.
  const around = place.slice(-2).map((name) => `{${JSON.stringify(maskCardData(name))}:`);
  const before = `[${around.join('')}`;
  return maskCardData(before + json).slice(before.length);
}
