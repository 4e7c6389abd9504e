import { countOf } from '@shared/text/count-of';
import { shortenMiddle } from '@renderer/tools/shorten-middle';

/** Says which entries of a paste were left out because they are not valid IDs, naming the first; null if none were. */
export function describeBroken(broken: readonly string[]): string | null {
  const [first, ...more] = broken;
  if (first === undefined) return null;
  if (more.length === 0) return `1 entry is not an ID: ${shortenMiddle(first)}`;
  return `${countOf(broken.length, 'entry', 'entries')} are not IDs: ${shortenMiddle(first)} and ${more.length.toLocaleString('en')} more`;
}
