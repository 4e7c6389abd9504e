import type { GridColumn } from '../data-grid/columns';
import { toJsonText, type Json } from '../facts/json';
import { valueColumn } from './value-column';

/** A member of an object that may have any number of them. */
export type Pair = readonly [key: string, value: Json];

/** How many pairs are shown in full; when there are more, the person may ask for a grid of all. */
export const FIRST_PAIRS = 50;

export const PAIR_COLUMNS: readonly GridColumn<Pair>[] = [
  { ...valueColumn<Pair>('key', 'Key', ([key]) => key), width: 200, mono: true, sticky: true },
  { ...valueColumn<Pair>('value', 'Value', ([, value]) => value), width: 440, mono: true },
];

export function jsonOfPair([key, value]: Pair): string {
  return toJsonText({ key, value });
}
