import type { Comparison, OrderCell, OrderView } from './row-order';

/** To the worker that orders rows. */
export type ToOrder =
  /** Forgets every row. */
  | { readonly kind: 'begin'; readonly comparisons: readonly Comparison[] }
  | { readonly kind: 'append'; readonly rows: readonly (readonly OrderCell[])[] }
  | { readonly kind: 'order'; readonly view: OrderView };

/** One for each `order`, in their order. */
export interface FromOrder {
  readonly order: Uint32Array;
}
