/** JSON of pages as bytes, written straight into memory: text that is put together first costs several times as much. */

const SLAB_BYTES = 1 << 16;

/** A text as the bytes to put. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

const ZERO = 0x30;
/** The digits by value, in lower case as UUIDs are written. */
const HEX = bytesOf('0123456789abcdef');
const DAY = 86_400_000;

/**
 * Writes pages one after the other into shared slabs of memory: an allocation of its own for each page is work for the
 * collector. A slab is let go with the last page in it, and never written again where a page lies.
 */
export class PageBytes {
  #slab = Buffer.alloc(SLAB_BYTES);
  #start = 0;
  #at = 0;

  /** Begins a page of at most so many bytes. */
  begin(most: number): void {
    if (this.#slab.length - this.#at < most) {
      this.#slab = Buffer.alloc(Math.max(SLAB_BYTES, most));
      this.#at = 0;
    }
    this.#start = this.#at;
  }

  /** The page since `begin`. */
  end(): Buffer {
    return this.#slab.subarray(this.#start, this.#at);
  }

  put(bytes: Uint8Array): void {
    const slab = this.#slab;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index += 1, at += 1) slab[at] = bytes[index] ?? 0;
    this.#at = at;
  }

  putText(text: string): void {
    this.#at += this.#slab.write(text, this.#at);
  }

  /** The last digits of a whole number below 2^32, with zeros before it. */
  putDecimal(value: number, digits: number): void {
    const slab = this.#slab;
    let rest = value >>> 0;
    for (let at = this.#at + digits - 1; at >= this.#at; at -= 1) {
      const tens = (rest / 10) >>> 0;
      slab[at] = ZERO + rest - tens * 10;
      rest = tens;
    }
    this.#at += digits;
  }

  /** The last hexadecimal digits of a number below 2^32. */
  putHex(value: number, digits: number): void {
    const slab = this.#slab;
    let at = this.#at;
    for (let shift = (digits - 1) * 4; shift >= 0; shift -= 4, at += 1) {
      slab[at] = HEX[(value >>> shift) & 15] ?? 0;
    }
    this.#at = at;
  }

  /** A time (ms since 1970) in UTC with its offset, such as `2026-01-01T12:00:00.123+00:00`. */
  putTime(time: number): void {
    const day = Math.floor(time / DAY);
    this.#putDate(day);
    const ms = time - day * DAY;
    const seconds = (ms / 1000) >>> 0;
    const minutes = (seconds / 60) >>> 0;
    const hours = (minutes / 60) >>> 0;
    this.#putPart(T, hours, 2);
    this.#putPart(COLON, minutes - hours * 60, 2);
    this.#putPart(COLON, seconds - minutes * 60, 2);
    this.#putPart(POINT, ms - seconds * 1000, 3);
    this.put(UTC);
  }

  /** From days since 1970, by the calendar of 400 years (146,097 days) that begin in March: a leap day is then the last. */
  #putDate(day: number): void {
    const sinceYear0 = day + 719_468;
    const era = Math.floor(sinceYear0 / 146_097);
    const dayOfEra = sinceYear0 - era * 146_097;
    const yearOfEra =
      ((dayOfEra - ((dayOfEra / 1460) >>> 0) + ((dayOfEra / 36_524) >>> 0) - ((dayOfEra / 146_096) >>> 0)) /
        365) >>>
      0;
    const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) >>> 0) - ((yearOfEra / 100) >>> 0));
    const fromMarch = ((5 * dayOfYear + 2) / 153) >>> 0;
    const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    this.putDecimal(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
    this.#putPart(DASH, month, 2);
    this.#putPart(DASH, dayOfYear - (((153 * fromMarch + 2) / 5) >>> 0) + 1, 2);
  }

  #putPart(mark: number, value: number, digits: number): void {
    this.#slab[this.#at] = mark;
    this.#at += 1;
    this.putDecimal(value, digits);
  }
}

const T = 0x54;
const COLON = 0x3a;
const POINT = 0x2e;
const DASH = 0x2d;
const UTC = bytesOf('+00:00');
