const BYTES_OF_VALUE = 8;
const BYTES_OF_OBJECT = 32;

/** Roughly how many bytes a plain value takes in memory, with two for each character. */
export function byteSize(value: unknown): number {
  if (typeof value === 'string') return BYTES_OF_OBJECT + 2 * value.length;
  if (typeof value !== 'object' || value === null) return BYTES_OF_VALUE;
  return Object.values(value).reduce<number>(
    (sum, part) => sum + BYTES_OF_VALUE + byteSize(part),
    BYTES_OF_OBJECT,
  );
}
