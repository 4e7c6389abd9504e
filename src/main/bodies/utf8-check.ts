/**
 * Determines, piece by piece, whether bytes are UTF-8 (Unicode, table 3-7); a character may span two pieces. A
 * decoder takes four times as long, because it builds a string of everything.
 */
export class Utf8Check {
  /** True while everything so far is ASCII. */
  isAscii = true;
  private valid = true;
  /** Number of bytes that the last character still needs, and the range of the next one. */
  private lacking = 0;
  private low = 0x80;
  private high = 0xbf;

  push(piece: Uint8Array): void {
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    const lastEight = piece.length - 8;
    let at = 0;
    while (this.valid && at < piece.length) {
      const byte = view.getUint8(at);
      at += 1;
      if (this.lacking > 0) this.goOn(byte);
      else if (byte >= 0x80) this.begin(byte);
      // Skips ASCII eight bytes at a time.
      else while (at <= lastEight && !((view.getUint32(at) | view.getUint32(at + 4)) & 0x80808080)) at += 8;
    }
  }

  /** Call after the last piece. `complete: false` allows an incomplete character at the end. */
  finish(complete: boolean): boolean {
    return this.valid && (this.lacking === 0 || !complete);
  }

  private begin(byte: number): void {
    this.isAscii = false;
    this.valid = byte >= 0xc2 && byte <= 0xf4;
    this.lacking = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // Not an overlong encoding, not half of a surrogate pair, and not beyond U+10FFFF.
    this.low = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.high = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
  }

  private goOn(byte: number): void {
    this.valid = byte >= this.low && byte <= this.high;
    this.lacking -= 1;
    this.low = 0x80;
    this.high = 0xbf;
  }
}
