import { mix } from '../seed/mix';
import { firstNames, lastNames } from './names';

/** Buyers are created one after the other, the newest at 2026-01-01, about two minutes apart. */
const NEWEST = Date.UTC(2026, 0, 1);
const STEP = 127_000;
const LONGEST_UNCHANGED = 30 * 86_400_000;

/**
 * The buyers of one merchant account, newest first. None is stored: each is computed from the seed and its place, so a
 * million of them cost no memory. The same seed gives the same buyers at every start.
 */
export class BuyerDirectory {
  readonly #key: number;

  constructor(
    readonly count: number,
    seed: number,
    account: number,
  ) {
    this.#key = mix(mix(seed) ^ mix(account + 0x51ed27));
  }

  /** The buyer at a place, from 0 (the newest) to count - 1, as JSON text: half of the cost of a page lies here. */
  textAt(place: number): string {
    const random = mix(place ^ mix(this.#key ^ 0x2c1b3c6d));
    const created = NEWEST - place * STEP - (random % STEP);
    const room = Math.min(LONGEST_UNCHANGED, NEWEST - created);
    const updated = random % 3 === 0 ? created : created + (mix(random) % (room + 1));
    const external = random % 8 === 0 ? 'null' : `"customer-${String(place + 1).padStart(7, '0')}"`;
    const name = `${pick(firstNames, random)} ${pick(lastNames, mix(random ^ 0x9e3779b9))}`;
    const times = `"created_at":"${utc(created)}","updated_at":"${utc(updated)}"`;
    return `{"id":"${this.#idAt(place)}","type":"buyer","display_name":"${name}","external_identifier":${external},${times}}`;
  }

  /** A UUID of version 4; its first 32 bits are a permutation of the place, so no two are the same. */
  #idAt(place: number): string {
    const a = mix(place ^ this.#key);
    const b = mix(a ^ 0x85ebca6b);
    const c = mix(b ^ 0xc2b2ae35);
    const d = mix(c ^ 0x27d4eb2f);
    const variant = ((c >>> 16) & 0x3fff) | 0x8000;
    return `${hex32(a)}-${hex16(b >>> 16)}-${hex16((b & 0xfff) | 0x4000)}-${hex16(variant)}-${hex16(c)}${hex32(d)}`;
  }
}

/** Two hexadecimal digits for each byte. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex16(value: number): string {
  return `${BYTES[(value >>> 8) & 255]}${BYTES[value & 255]}`;
}

function hex32(value: number): string {
  return hex16(value >>> 16) + hex16(value);
}

function pick(names: readonly string[], random: number): string {
  return names[random % names.length] ?? '';
}

const DAY = 86_400_000;
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The date part by day since 1970, each written once: there are far fewer days than buyers. */
const dates = new Map<number, string>();

function dateOf(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
  dates.set(day, date);
  return date;
}

/** UTC with its offset, such as `2026-01-01T12:00:00.123+00:00`; a few times as fast as toISOString. */
function utc(time: number): string {
  const day = Math.floor(time / DAY);
  const ms = time - day * DAY;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]}:${TWO_DIGITS[minutes % 60]}:${TWO_DIGITS[seconds % 60]}`;
  return `${dateOf(day)}${clock}.${String(1000 + (ms % 1000)).slice(1)}+00:00`;
}
