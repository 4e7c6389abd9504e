import { percentDecoded } from '@shared/http/percent-decoded';

/**
 * The names and values of a query or a form without their escapes, ordered by name; those with the same name keep their
 * order. Only for comparing: the separators in it can also be parts of a value.
 */
export function pairsByValue(text: string): string {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => [pair.replace(/=.*$/s, ''), percentDecoded(pair.replaceAll('+', ' '))] as const)
    .map(([name, pair]) => [percentDecoded(name.replaceAll('+', ' ')), pair] as const)
    .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, pair]) => pair)
    .join('&');
}
