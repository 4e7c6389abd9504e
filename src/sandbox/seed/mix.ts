/**
 * A permutation of the 32-bit integers that leaves no visible pattern (the finalizer "lowbias32"): everything random in
 * the sandbox comes from it and a seed, so that it is the same every time.
 */
export function mix(value: number): number {
  return mixBits(value) >>> 0;
}

/**
 * The same bits as a signed integer, for further arithmetic: V8 keeps it in a register, while numbers beyond 2^31 are
 * heap objects.
 */
export function mixBits(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}

/** Numbers from 0 up to (not including) 1, one after the other, determined by the seed. */
export class SeededRandom {
  #count = 0;
  readonly #key: number;

  constructor(seed: number) {
    this.#key = mix(seed ^ 0x5bd1e995);
  }

  next(): number {
    this.#count += 1;
    return mix(mix(this.#count) ^ this.#key) / 2 ** 32;
  }
}
