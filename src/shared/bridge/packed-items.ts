import type { FindingSeverity } from '@contract';
import type { BuyerItem, LoadProgress } from './buyers';

/**
 * Items as one run of bytes. The way into the page copies every part of an object, which for 2,000 items missed frames;
 * and one letter beyond Latin 1 makes a text twice as large as its bytes.
 */
export interface PackedItems {
  readonly count: number;
  /** The items' texts in UTF-8 with a separator between them. */
  readonly bytes: Uint8Array;
  /** One for each item; null when none has a finding. */
  readonly worst: readonly (FindingSeverity | null)[] | null;
}

/** As `LoadProgress`, as it goes into the window. */
export type LoadNews = Omit<LoadProgress, 'items'> & { readonly items: PackedItems };

/** The record separator, as between JSON texts (RFC 7464): a control character, which no JSON text has as it is. */
export const ITEM_SEPARATOR = '\x1e';

export function packItems(items: readonly BuyerItem[]): PackedItems {
  return {
    count: items.length,
    bytes: new TextEncoder().encode(items.map(({ text }) => text).join(ITEM_SEPARATOR)),
    worst: items.some(({ worst }) => worst !== null) ? items.map(({ worst }) => worst) : null,
  };
}

export function unpackItems({ count, bytes, worst }: PackedItems): BuyerItem[] {
  if (count === 0) return [];
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.split(ITEM_SEPARATOR).map((item, index) => ({ text: item, worst: worst?.[index] ?? null }));
}

export function toNews({ items, ...progress }: LoadProgress): LoadNews {
  return { ...progress, items: packItems(items) };
}
