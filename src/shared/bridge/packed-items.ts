import type { FindingSeverity } from '@contract';
import type { BuyerItem, LoadProgress } from './buyers';

/**
 * Items as one text. The way into the page copies every part of an object, which for 2,000 items missed frames; a text
 * it hands over as it is.
 */
export interface PackedItems {
  readonly count: number;
  /** The items' texts with a separator between them. */
  readonly text: string;
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
    text: items.map(({ text }) => text).join(ITEM_SEPARATOR),
    worst: items.some(({ worst }) => worst !== null) ? items.map(({ worst }) => worst) : null,
  };
}

export function unpackItems({ count, text, worst }: PackedItems): BuyerItem[] {
  if (count === 0) return [];
  return text.split(ITEM_SEPARATOR).map((item, index) => ({ text: item, worst: worst?.[index] ?? null }));
}

export function toNews({ items, ...progress }: LoadProgress): LoadNews {
  return { ...progress, items: packItems(items) };
}
