/** Tells, piece by piece, whether bytes are UTF-8; a character may lie across two pieces. */
export class Utf8Check {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private valid = true;

  push(piece: Uint8Array): void {
    if (!this.valid) return;
    this.valid = this.accepts(() => this.decoder.decode(piece, { stream: true }));
  }

  /** After the last piece. `complete: false` allows a character cut in the middle at the end. */
  finish(complete: boolean): boolean {
    if (this.valid && complete) this.valid = this.accepts(() => this.decoder.decode());
    return this.valid;
  }

  private accepts(decode: () => string): boolean {
    try {
      decode();
      return true;
    } catch {
      return false;
    }
  }
}
