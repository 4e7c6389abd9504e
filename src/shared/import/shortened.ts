import { counted } from '../text/count-of';

/** A body with thousands of cards has a sentence for each. */
const MAX_SENTENCES = 20;

/** What became of a request, cut to what a person would read. */
export function shortened(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MAX_SENTENCES;
  if (more <= 1) return sentences;
  return [...sentences.slice(0, MAX_SENTENCES), `And ${counted(more, 'more')}.`];
}
