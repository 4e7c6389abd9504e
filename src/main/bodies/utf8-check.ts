/**
 * Tells, piece by piece, whether bytes are UTF-8 (Unicode, table 3-7); a character may lie across two pieces. A decoder
 * takes four times as long, as it makes a text of everything.
 */
export class Utf8Check {
  /** Nothing but ASCII so far. */
  isAscii = true;
  private valid = true;
  /** Bytes that the last character still lacks, and what the next of them may be. */
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
      // What is ASCII is passed over eight bytes at a time.
      else while (at <= lastEight && !((view.getUint32(at) | view.getUint32(at + 4)) & 0x80808080)) at += 8;
    }
  }

  /** After the last piece. `complete: false` allows a character cut in the middle at the end. */
  finish(complete: boolean): boolean {
    return this.valid && (this.lacking === 0 || !complete);
  }

  private begin(byte: number): void {
    this.isAscii = false;
    this.valid = byte >= 0xc2 && byte <= 0xf4;
    this.lacking = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    // Neither longer than needed, nor half of a surrogate pair, nor beyond U+10FFFF.
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
