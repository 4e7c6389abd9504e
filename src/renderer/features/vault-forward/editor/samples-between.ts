import type { BodyPreview } from '@renderer/tools/vault-forward/placeholder-preview';

/** Of samples in their order, those that reach into a stretch of the text. */
export function samplesBetween(
  samples: BodyPreview['samples'],
  from: number,
  to: number,
): BodyPreview['samples'] {
  const first = firstWhere(samples, ({ offset, length }) => offset + length > from);
  const behind = firstWhere(samples, ({ offset }) => offset >= to);
  return samples.slice(first, Math.max(first, behind));
}

/** Index of the first sample for which it is true; it is true for all that follow one. */
function firstWhere(
  samples: BodyPreview['samples'],
  isTrue: (sample: BodyPreview['samples'][number]) => boolean,
): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const sample = samples[middle];
    if (sample !== undefined && isTrue(sample)) high = middle;
    else low = middle + 1;
  }
  return low;
}
