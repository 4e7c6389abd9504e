import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockCipher, permute, permuteBack } from './block-permutation';

/** The key of the test vectors that were published with the reference implementation (`chaskey12.c`). */
const KEY = Uint32Array.of(0x833d3433, 0x009f389f, 0x2398e64f, 0x417acf39);

/**
 * The reference tags of the bytes 0, 1, 2, … at each length that fits one block: the output of `permute` with keys
 * added around it.
 */
const TAGS = [
  [0x43cb1f41, 0x51eba0c2, 0xff0a8ac3, 0x7ee3f642],
  [0xf9ac2067, 0x9c35a846, 0x441aad3d, 0x777b7330],
  [0x57da70c5, 0x2a873cb0, 0x19ee8b2a, 0x165cd82e],
  [0x8c5e6ab9, 0x5035adfb, 0xbff69f98, 0x965516d9],
  [0x0b2b62db, 0x1e9e3f50, 0xa1b8dcad, 0xb4279ae0],
  [0x39fa92b9, 0x1b655e4f, 0x5e4a4667, 0x0fe13365],
  [0x7c814dec, 0x149f38a0, 0x270046b9, 0xfb954c27],
  [0xb7d29cb8, 0x40a2819d, 0xae403cdb, 0x6fbefa95],
  [0x9faf57d6, 0xf4bc02cf, 0x6af6d831, 0xd2930d90],
  [0x8417124d, 0x552889a7, 0x35d716f0, 0xe04632a6],
  [0xdea5ba76, 0x741d87ed, 0x72cfef1a, 0x91749fc9],
  [0x6a888831, 0x8679ed53, 0x8a192e58, 0x58b23bd1],
  [0xc040258c, 0xf25392c0, 0x9f6b5dc0, 0x35c3d638],
  [0x7feba9c3, 0x585da8e9, 0x7680be51, 0x9fb8fc6e],
  [0xc133c9c0, 0x55df75b5, 0x0f18f729, 0x99b9837e],
  [0x03cfb44b, 0x283c8163, 0xfca71448, 0xc40a0aea],
  [0x5dd0e2a9, 0xfb5eac8c, 0x633a392e, 0x500c36f3],
];

/** Chaskey's subkeys: each is the previous one times two in the field of 2^128 elements. */
function timesTwo(words: Uint32Array): Uint32Array {
  const number = [...words].reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  const doubled = (number << 1n) ^ (number >> 127n === 0n ? 0n : (1n << 128n) | 0x87n);
  return Uint32Array.from([0n, 32n, 64n, 96n], (by) => Number((doubled >> by) & 0xffffffffn));
}

function added(...many: readonly Uint32Array[]): Uint32Array {
  return Uint32Array.from(KEY, (_, at) => many.reduce((sum, words) => sum ^ (words[at] ?? 0), 0));
}

/** Chaskey's last block, here its only one: a shorter message is padded with a 1 and zeros, and uses another subkey. */
function tagOf(length: number, block: (words: Int32Array) => void): number[] {
  const message = new Uint8Array(16).map((_, at) => (at < length ? at : at === length ? 1 : 0));
  const subkey = length === 16 ? timesTwo(KEY) : timesTwo(timesTwo(KEY));
  const words = added(new Uint32Array(message.buffer), KEY, subkey);
  block(new Int32Array(words.buffer));
  return [...added(words, subkey)];
}

describe('the permutation', () => {
  it('gives the published tags of Chaskey-12', () => {
    expect(TAGS.map((_, length) => tagOf(length, permute))).toEqual(TAGS);
  });

  it('can be reversed for any block', () => {
    const block = fc.int32Array({ minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(block, (words) => {
        const before = [...words];
        permute(words);
        permuteBack(words);
        expect([...words]).toEqual(before);
      }),
    );
  });
});

describe('the block cipher', () => {
  const block = fc.int32Array({ minLength: 4, maxLength: 4 });

  it('adds its key before and after the permutation', () => {
    fc.assert(
      fc.property(block, block, (key, words) => {
        const expected = words.map((word, at) => word ^ (key[at] ?? 0));
        permute(expected);
        new BlockCipher(key).encipher(words);
        expect([...words]).toEqual([...expected.map((word, at) => word ^ (key[at] ?? 0))]);
      }),
    );
  });

  it('deciphers what it enciphered', () => {
    fc.assert(
      fc.property(block, block, (key, words) => {
        const cipher = new BlockCipher(key);
        const before = [...words];
        cipher.encipher(words);
        cipher.decipher(words);
        expect([...words]).toEqual(before);
      }),
    );
  });

  it('changes about half of the bits when one bit changes, in both directions', () => {
    for (const way of ['encipher', 'decipher'] as const) {
      let changed = 0;
      for (let bit = 0; bit < 128; bit += 1) {
        const cipher = new BlockCipher(new Int32Array(KEY.buffer));
        const [one, other] = [new Int32Array(4), new Int32Array(4)];
        other[bit >> 5] = 1 << (bit & 31);
        cipher[way](one);
        cipher[way](other);
        const texts = one.map((word, at) => word ^ (other[at] ?? 0));
        changed += [...texts]
          .map((word) => (word >>> 0).toString(2).replaceAll('0', '').length)
          .reduce((a, b) => a + b);
      }
      expect(Math.abs(changed / 128 - 64)).toBeLessThan(3);
    }
  });
});
