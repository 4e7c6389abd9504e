import { mixBits } from '../seed/mix';
import { firstNames, lastNames } from './names';
import { bytesOf, type PageBytes } from './page-bytes';

/** Buyers are created one after another, about two minutes apart; the newest dates from 2026-01-01. */
const NEWEST_CREATED_AT = Date.UTC(2026, 0, 1);
const CREATED_EVERY_MS = 127_000;
const MAX_UNCHANGED_LENGTH = 30 * 86_400_000;

/**
 * The buyers of one merchant account, newest first. They are not stored: each is computed from the seed and its place,
 * so a million of them cost no memory. The same seed gives the same buyers at every start.
 */
export class BuyerDirectory {
  readonly #key: number;
  readonly #rows: number;

  constructor(
    readonly count: number,
    seed: number,
    account: number,
  ) {
    this.#key = mixBits(mixBits(seed) ^ mixBits(account + 0x51ed27));
    this.#rows = mixBits(this.#key ^ 0x2c1b3c6d);
  }

  /** Writes the buyer at a place, from 0 (the newest) to count - 1, as JSON. */
  write(place: number, page: PageBytes): void {
    const bits = mixBits(place ^ this.#rows);
    const random = bits >>> 0;
    const age = place * CREATED_EVERY_MS + (random % CREATED_EVERY_MS);
    const created = NEWEST_CREATED_AT - age;
    // Converted to unsigned 32-bit integers for V8's sake: taking the remainder of a floating-point number takes ten
    // times as long.
    const choices = (Math.min(MAX_UNCHANGED_LENGTH, age) + 1) >>> 0;
    const updated = random % 3 === 0 ? created : created + ((mixBits(bits) >>> 0) % choices);
    this.#writeId(place, page, page.putForm(pick(BEGINNINGS, random)) + ID_AT);
    const digits = random % 8 === 0 ? 0 : place + 1 < 10_000_000 ? 7 : 8;
    const end = pick(ENDINGS[digits], mixBits(bits ^ 0x9e3779b9) >>> 0);
    const times = page.putForm(end) + end.length - TIMES.length;
    if (digits > 0) page.writeDecimal(times - 1 - digits, place + 1, digits);
    page.writeTime(times + CREATED_AT, created);
    page.writeTime(times + UPDATED_AT, updated);
  }

  /** A version 4 UUID; its first 32 bits are a permutation of the place, so no two are the same. */
  #writeId(place: number, page: PageBytes, at: number): void {
    const a = mixBits(place ^ this.#key);
    const b = mixBits(a ^ 0x85ebca6b);
    const c = mixBits(b ^ 0xc2b2ae35);
    const d = mixBits(c ^ 0x27d4eb2f);
    page.writeHex(at, a >>> 16);
    page.writeHex(at + 4, a);
    page.writeHex(at + 9, b >>> 16);
    page.writeHex(at + 14, (b & 0xfff) | 0x4000);
    page.writeHex(at + 19, ((c >>> 16) & 0x3fff) | 0x8000);
    page.writeHex(at + 24, c);
    page.writeHex(at + 28, d >>> 16);
    page.writeHex(at + 32, d);
  }
}

// The two halves of a row: a beginning for each first name and an ending for each last name. Placeholder digits are
// overwritten.
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NO_TIME = '0000-00-00T00:00:00.000+00:00';
const ID_AT = '{"id":"'.length;
const BEGINNINGS = firstNames.map((name) =>
  bytesOf(`{"id":"${NO_ID}","type":"buyer","display_name":"${name} `),
);
const CREATED = ',"created_at":"';
const UPDATED = '","updated_at":"';
const TIMES = `${CREATED}${NO_TIME}${UPDATED}${NO_TIME}"}`;
const CREATED_AT = CREATED.length;
const UPDATED_AT = CREATED_AT + NO_TIME.length + UPDATED.length;
/** Keyed by the number of digits in the external identifier; 0 for a buyer without one. */
const ENDINGS = {
  0: endings('null'),
  7: endings('"customer-0000000"'),
  8: endings('"customer-00000000"'),
} as const;
const NOTHING = new Uint8Array(0);

function endings(external: string): readonly Uint8Array[] {
  return lastNames.map((name) => bytesOf(`${name}","external_identifier":${external}${TIMES}`));
}

function pick(names: readonly Uint8Array[], random: number): Uint8Array {
  return names[random % names.length] ?? NOTHING;
}

/** An upper bound for the bytes of any row. */
export const MAX_ROW_LENGTH = 400;
