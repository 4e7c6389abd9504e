/** Last words of a name that show that it holds an id. */
const ID_WORDS: ReadonlySet<string> = new Set(['id', 'uuid', 'guid']);

/** `orderId`, `order_id`, `Order-IDs`: the words of a name in lower case, the last one in the singular. */
export function wordsOf(name: string): readonly string[] {
  const words = name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})(?!s\b)/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const last = words.pop();
  return last === undefined ? [] : [...words, singular(last)];
}

/** What a name ending with `id` identifies: `order` for `order_id`; empty for `id`. Null for any other name. */
export function stemOf(words: readonly string[]): readonly string[] | null {
  const last = words.at(-1);
  if (last === undefined || !ID_WORDS.has(last)) return null;
  const stem = words.slice(0, -1);
  const end = stem.pop();
  return end === undefined ? [] : [...stem, singular(end)];
}

export function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.join(' ') === other.join(' ');
}

/** Whether one of the two ends with the other: `parent order` and `order`. */
export function endAlike(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return length > 0 && sameWords(one.slice(-length), other.slice(-length));
}

/** English only, as names of resources are; a mistake does no harm, because both sides make the same one. */
function singular(word: string): string {
  if (word.length < 4) return word === 'ids' ? 'id' : word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}
