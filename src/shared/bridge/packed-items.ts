import type { FindingSeverity } from '@contract';
import type { BuyerItem, LoadState } from './buyers';

/**
 * Items as one run of bytes: so they go from main into the window and into the database, and lie there. The way into the
 * page copies every part of an object, which for 2,000 items missed frames; and one letter beyond Latin 1 makes a text
 * twice as large as its bytes.
 */
export interface PackedItems {
  readonly count: number;
  /** The items' texts in UTF-8, one behind the other. */
  readonly bytes: Uint8Array;
  /** Where each item ends in `bytes`. */
  readonly ends: Uint32Array;
  /** One for each item; null when none has a finding. */
  readonly worst: readonly (FindingSeverity | null)[] | null;
}

/** How far a load is, and the items that came since this was told last. */
export interface LoadProgress {
  readonly callId: string;
  readonly state: LoadState;
  /** Row of the first of `items`, from 0. */
  readonly firstRow: number;
  readonly items: PackedItems;
}

const encoder = new TextEncoder();

export function packItems(items: readonly BuyerItem[]): PackedItems {
  const text = items.map((item) => item.text).join('');
  const bytes = encoder.encode(text);
  const isAscii = bytes.length === text.length;
  let end = 0;
  const ends = Uint32Array.from(items, (item) => {
    end = isAscii ? end + item.text.length : behind(bytes, end, item.text.length);
    return end;
  });
  const hasFindings = items.some(({ worst }) => worst !== null);
  return { count: items.length, bytes, ends, worst: hasFindings ? items.map(({ worst }) => worst) : null };
}

/** Where so many UTF-16 code units end: to encode each item by itself takes eight times as long. */
function behind(bytes: Uint8Array, start: number, units: number): number {
  let at = start;
  for (let left = units; left > 0; left -= 1) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) at += 1;
    else if (first < 0xe0) at += 2;
    else if (first < 0xf0) at += 3;
    else {
      // Two units.
      at += 4;
      left -= 1;
    }
  }
  return at;
}

/** All of them as one, in their order. */
export function joinItems(parts: readonly PackedItems[]): PackedItems {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const sizeOf = (size: (part: PackedItems) => number): number =>
    parts.reduce((sum, part) => sum + size(part), 0);
  const count = sizeOf((part) => part.count);
  const bytes = new Uint8Array(sizeOf((part) => part.bytes.length));
  const ends = new Uint32Array(count);
  let [row, before] = [0, 0];
  for (const part of parts) {
    bytes.set(part.bytes, before);
    for (const end of part.ends) {
      ends[row] = before + end;
      row += 1;
    }
    before += part.bytes.length;
  }
  const hasFindings = parts.some(({ worst }) => worst !== null);
  const worstOf = (part: PackedItems) => part.worst ?? Array.from({ length: part.count }, () => null);
  return { count, bytes, ends, worst: hasFindings ? parts.flatMap(worstOf) : null };
}

/** Half of a surrogate pair, which UTF-8 has no place for, is replaced: JSON has it as an escape. */
export function unpackItems({ bytes, ends, worst }: PackedItems): BuyerItem[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let start = 0;
  return Array.from(ends, (end, index) => {
    const text = decoder.decode(bytes.subarray(start, end));
    start = end;
    return { text, worst: worst?.[index] ?? null };
  });
}
