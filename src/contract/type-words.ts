/** The types of JSON Schema in the words of the app: see docs/glossary.md. */
const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['integer', 'whole number'],
  ['boolean', 'true or false'],
  ['array', 'list'],
]);

/** `whole number`, `text`. */
export function typeWord(type: string): string {
  return TYPE_WORDS.get(type) ?? type;
}

/** `a whole number`, `text`: with its article, if it takes one. */
export function valueOfType(type: string): string {
  const word = typeWord(type);
  if (['string', 'boolean', 'null'].includes(type)) return word;
  return `${type === 'object' ? 'an' : 'a'} ${word}`;
}
