/**
 * The JSON of pages is written straight into memory as bytes: assembling it as text first takes several times as long.
 */

const SLAB_BYTES = 1 << 16;

/** The UTF-8 bytes of a text, ready to put into a page. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

/** From about this many bytes on, copying in one call is faster than byte by byte. */
const LONG = 32;
const ZERO = 0x30;
const PAIRS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join('');
/** The two decimal digits of 0 to 99, one pair after another. */
const DECIMALS = bytesOf(PAIRS);
/** The two hexadecimal digits of each byte value, in lower case as in UUIDs. */
const HEX = bytesOf(Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''));
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE64URL_BYTES = bytesOf(BASE64URL);
const DAY = 86_400_000;
/** How many formatted dates are cached: neighbouring rows usually share theirs. */
const KNOWN_DAYS = 64;
const DATE_BYTES = 10;

/**
 * Writes pages one after another into shared slabs of memory, because a separate allocation for each page burdens the
 * garbage collector. A slab is released together with the last page in it; a page's bytes are never overwritten.
 */
export class PageBytes {
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #start = 0;
  #at = 0;
  readonly #days = new Float64Array(KNOWN_DAYS).fill(NaN);
  readonly #dates = new Uint8Array(KNOWN_DAYS * DATE_BYTES);

  /** Starts a page of at most `most` bytes. */
  begin(most: number): void {
    if (this.#slab.length - this.#at < most) {
      this.#slab = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, most));
      this.#at = 0;
    }
    this.#start = this.#at;
  }

  /** Returns the page written since `begin`. */
  end(): Buffer {
    return this.#slab.subarray(this.#start, this.#at);
  }

  put(bytes: Uint8Array): void {
    const slab = this.#slab;
    let at = this.#at;
    if (bytes.length >= LONG) {
      slab.set(bytes, at);
      this.#at = at + bytes.length;
      return;
    }
    for (let index = 0; index < bytes.length; index += 1, at += 1) slab[at] = bytes[index] ?? 0;
    this.#at = at;
  }

  /**
   * Puts a whole template, whose gaps are then overwritten.
   * @returns its offset, for the methods that take an `at`.
   */
  putForm(form: Uint8Array): number {
    const at = this.#at;
    this.#slab.set(form, at);
    this.#at = at + form.length;
    return at;
  }

  putDecimal(value: number, digits: number): void {
    this.writeDecimal(this.#at, value, digits);
    this.#at += digits;
  }

  /** Writes a few bytes as base64url without padding. */
  putBase64Url(bytes: Uint8Array, from: number, end: number): void {
    const slab = this.#slab;
    let at = this.#at;
    let bits = 0;
    let count = 0;
    for (let index = from; index < end; index += 1) {
      bits = (bits << 8) | (bytes[index] ?? 0);
      for (count += 8; count >= 6; at += 1) {
        count -= 6;
        slab[at] = BASE64URL_BYTES[(bits >>> count) & 63] ?? 0;
      }
      bits &= 63;
    }
    if (count > 0) {
      slab[at] = BASE64URL_BYTES[(bits << (6 - count)) & 63] ?? 0;
      at += 1;
    }
    this.#at = at;
  }

  /** Writes the last `digits` digits of an integer below 2^32, padded with zeros. */
  writeDecimal(at: number, value: number, digits: number): void {
    const slab = this.#slab;
    let rest = value >>> 0;
    let left = at + digits;
    while (left - at >= 2) {
      const hundreds = (rest / 100) >>> 0;
      const pair = (rest - hundreds * 100) << 1;
      left -= 2;
      slab[left] = DECIMALS[pair] ?? 0;
      slab[left + 1] = DECIMALS[pair + 1] ?? 0;
      rest = hundreds;
    }
    if (left > at) slab[at] = ZERO + (rest % 10);
  }

  /** Writes the lower two bytes of a value as four hexadecimal digits. */
  writeHex(at: number, value: number): void {
    const slab = this.#slab;
    const high = ((value >>> 8) & 255) << 1;
    const low = (value & 255) << 1;
    slab[at] = HEX[high] ?? 0;
    slab[at + 1] = HEX[high + 1] ?? 0;
    slab[at + 2] = HEX[low] ?? 0;
    slab[at + 3] = HEX[low + 1] ?? 0;
  }

  /**
   * Writes a time (ms since 1970) in UTC, such as `2026-01-01T12:00:00.123`, over the digits in a template; the
   * characters between the digits stay.
   */
  writeTime(at: number, time: number): void {
    const day = Math.floor(time / DAY);
    this.#writeDate(at, day);
    const ms = (time - day * DAY) >>> 0;
    const seconds = (ms / 1000) >>> 0;
    const minutes = (seconds / 60) >>> 0;
    const hours = (minutes / 60) >>> 0;
    this.#writePair(at + 11, hours);
    this.#writePair(at + 14, minutes - hours * 60);
    this.#writePair(at + 17, seconds - minutes * 60);
    const thousandths = ms - seconds * 1000;
    const tenths = (thousandths / 10) >>> 0;
    this.#writePair(at + 20, tenths);
    this.#slab[at + 22] = ZERO + thousandths - tenths * 10;
  }

  #writePair(at: number, value: number): void {
    const slab = this.#slab;
    slab[at] = DECIMALS[value << 1] ?? 0;
    slab[at + 1] = DECIMALS[(value << 1) + 1] ?? 0;
  }

  #writeDate(at: number, day: number): void {
    const slab = this.#slab;
    const dates = this.#dates;
    const slot = day & (KNOWN_DAYS - 1);
    let from = slot * DATE_BYTES;
    if (this.#days[slot] === day) {
      for (let end = from + DATE_BYTES, to = at; from < end; from += 1, to += 1) slab[to] = dates[from] ?? 0;
      return;
    }
    this.#computeDate(at, day);
    dates.set(slab.subarray(at, at + DATE_BYTES), from);
    this.#days[slot] = day;
  }

  /**
   * Computes a date from days since 1970, in cycles of 400 years (146,097 days) that begin in March, so that a leap day
   * comes last.
   */
  #computeDate(at: number, day: number): void {
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
    this.writeDecimal(at, yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
    this.writeDecimal(at + 5, month, 2);
    this.writeDecimal(at + 8, dayOfYear - (((153 * fromMarch + 2) / 5) >>> 0) + 1, 2);
  }
}
