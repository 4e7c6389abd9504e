import {
  placeholderCatalogue,
  sampleValue,
  type OwnPlaceholder,
} from '@shared/vault-forward/placeholder-catalogue';
import { namesOf, type PlaceholderScan } from '@shared/vault-forward/placeholder-scan';

export interface BodyPreview {
  readonly text: string;
  /** The positions of samples in `text`, in order. */
  readonly samples: readonly {
    readonly offset: number;
    readonly length: number;
    readonly placeholder: string;
  }[];
}

/**
 * The body as the destination might see it, with samples that are clearly not card data. Unknown placeholders and those
 * without a number stay as written.
 */
export function previewBody(
  body: string,
  scan: PlaceholderScan,
  own: readonly OwnPlaceholder[],
): BodyPreview {
  const kinds = new Map(placeholderCatalogue(own).map((entry) => [entry.name, entry]));
  const samples: BodyPreview['samples'][number][] = [];
  const pieces: string[] = [];
  let copied = 0;
  let offset = 0;
  const push = (piece: string): void => {
    pieces.push(piece);
    offset += piece.length;
  };
  for (const found of scan.placeholders) {
    // Of several names, the first one with a value counts; here, each one has a sample.
    const [named] = namesOf(found);
    const entry = named && kinds.get(named.name);
    if (named === undefined || entry === undefined || named.index === null) continue;
    push(body.slice(copied, found.offset));
    const sample = sampleValue(entry, Number(named.index));
    // The person's own sample may contain quotes or backslashes, which have to be escaped in a JSON string.
    const written = scan.kind === 'json' ? JSON.stringify(sample).slice(1, -1) : sample;
    samples.push({ offset, length: written.length, placeholder: `${entry.name}_${named.index}` });
    push(written);
    copied = found.offset + found.length;
  }
  push(body.slice(copied));
  return { text: pieces.join(''), samples };
}
