import { counted } from '../text/count-of';

/** A body with thousands of cards would otherwise have a sentence for each. */
const MAX_SENTENCES = 20;

/** What was done to a request, cut to what a person would read. */
export function shortened(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MAX_SENTENCES;
  if (more <= 1) return sentences;
  return [...sentences.slice(0, MAX_SENTENCES), `And ${counted(more, 'more')}.`];
}
