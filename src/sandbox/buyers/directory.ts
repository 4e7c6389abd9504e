import type { Buyer } from '../../contract';
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

  /** The buyer at a place, from 0 (the newest) to count - 1. */
  at(place: number): Buyer {
    const random = mix(place ^ mix(this.#key ^ 0x2c1b3c6d));
    const created = NEWEST - place * STEP - (random % STEP);
    const unchanged = random % 3 === 0 ? 0 : mix(random) % LONGEST_UNCHANGED;
    return {
      id: this.#idAt(place),
      type: 'buyer',
      display_name: `${pick(firstNames, random)} ${pick(lastNames, mix(random ^ 0x9e3779b9))}`,
      external_identifier: random % 8 === 0 ? null : `customer-${String(place + 1).padStart(7, '0')}`,
      created_at: utc(created),
      updated_at: utc(Math.min(NEWEST, created + unchanged)),
    };
  }

  /** A UUID of version 4; its first 32 bits are a permutation of the place, so no two are the same. */
  #idAt(place: number): string {
    const a = mix(place ^ this.#key);
    const b = mix(a ^ 0x85ebca6b);
    const c = mix(b ^ 0xc2b2ae35);
    const d = mix(c ^ 0x27d4eb2f);
    const variant = ((c >>> 16) & 0x3fff) | 0x8000;
    return `${hex(a, 8)}-${hex(b >>> 16, 4)}-4${hex(b & 0xfff, 3)}-${hex(variant, 4)}-${hex(c & 0xffff, 4)}${hex(d, 8)}`;
  }
}

/** A permutation of the 32-bit integers that leaves no visible pattern (the finalizer "lowbias32"). */
function mix(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

function hex(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}

function pick(names: readonly string[], random: number): string {
  return names[random % names.length] ?? '';
}

function utc(time: number): string {
  return new Date(time).toISOString().replace('Z', '+00:00');
}
