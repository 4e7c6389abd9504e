const ROUNDS = 12;
/** One block: four words of 32 bits. */
export const BLOCK_WORDS = 4;

/**
 * The permutation of Chaskey-12 (N. Mouha and others, "Chaskey: An Efficient MAC Algorithm for 32-bit Microcontrollers", 2014,
 * with 12 rounds as of 2015), in place: additions, rotations and exclusive ors of 32-bit integers, which V8 keeps in registers.
 */
export function permute(words: Int32Array): void {
  let a = words[0] ?? 0;
  let b = words[1] ?? 0;
  let c = words[2] ?? 0;
  let d = words[3] ?? 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 13) | (d >>> 19)) ^ a;
    c = (c + b) | 0;
    b = ((b << 7) | (b >>> 25)) ^ c;
    c = (c << 16) | (c >>> 16);
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}

/** Undoes `permute`: the same steps inverted, last one first. */
export function permuteBack(words: Int32Array): void {
  let a = words[0] ?? 0;
  let b = words[1] ?? 0;
  let c = words[2] ?? 0;
  let d = words[3] ?? 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    c = (c << 16) | (c >>> 16);
    b ^= c;
    b = (b << 25) | (b >>> 7);
    c = (c - b) | 0;
    d ^= a;
    d = (d << 19) | (d >>> 13);
    a = (a - d) | 0;
    d ^= c;
    d = (d << 24) | (d >>> 8);
    c = (c - d) | 0;
    a = (a << 16) | (a >>> 16);
    b ^= a;
    b = (b << 27) | (b >>> 5);
    a = (a - b) | 0;
  }
  words[0] = a;
  words[1] = b;
  words[2] = c;
  words[3] = d;
}

/** A block cipher that adds the key before and after the permutation (S. Even and Y. Mansour, 1991), in place. */
export class BlockCipher {
  /** @param key four words. */
  constructor(private readonly key: Int32Array) {}

  encipher(words: Int32Array): void {
    this.#addKey(words);
    permute(words);
    this.#addKey(words);
  }

  decipher(words: Int32Array): void {
    this.#addKey(words);
    permuteBack(words);
    this.#addKey(words);
  }

  #addKey(words: Int32Array): void {
    for (let at = 0; at < BLOCK_WORDS; at += 1) words[at] = (words[at] ?? 0) ^ (this.key[at] ?? 0);
  }
}
