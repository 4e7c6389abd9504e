import type { HexLine, RowRange } from '../worker/messages';

export const BYTES_PER_HEX_ROW = 16;

/** A hex dump: the offset, sixteen bytes in two groups, and their ASCII characters. */
export function hexRows(
  bytes: Uint8Array,
  filled: number,
  { first, count }: RowRange,
  currentOffset: number,
): HexLine[] {
  const digits = Math.max(8, filled.toString(16).length);
  const rows: HexLine[] = [];
  for (
    let from = first * BYTES_PER_HEX_ROW;
    from < filled && rows.length < count;
    from += BYTES_PER_HEX_ROW
  ) {
    const row = bytes.subarray(from, Math.min(from + BYTES_PER_HEX_ROW, filled));
    rows.push({
      offset: from.toString(16).padStart(digits, '0'),
      hex: hexOf(row),
      characters: [...row]
        .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'))
        .join(''),
      current: currentOffset >= from && currentOffset < from + BYTES_PER_HEX_ROW,
    });
  }
  return rows;
}

function hexOf(row: Uint8Array): string {
  const pairs = [...row].map((byte) => byte.toString(16).padStart(2, '0'));
  return `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`.trimEnd();
}
