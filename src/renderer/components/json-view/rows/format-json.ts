const INDENT = 2;
/** Deeper levels are not indented further, because a line of spaces for each of 100,000 levels is no use. */
const MAX_INDENT = 60;
const BYTES_PER_PAUSE = 2_000_000;

const SPACE = 0x20;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The same JSON text with one value per line, indented by two spaces; strings and numbers are copied byte for byte. The
 * input must be valid JSON. Null when the result would exceed `maxBytes`. Yields regularly.
 */
export function* formatJson(bytes: Uint8Array, maxBytes: number): Generator<void, Uint8Array | null> {
  const out = new ByteWriter(maxBytes);
  let depth = 0;
  let pause = BYTES_PER_PAUSE;
  for (let at = skipMark(bytes); at < bytes.length && !out.isFull;) {
    if (at > pause) {
      pause = at + BYTES_PER_PAUSE;
      yield;
    }
    const byte = bytes[at] ?? 0;
    switch (byte) {
      case 0x7b:
      case 0x5b: {
        const next = skipSpace(bytes, at + 1);
        out.byte(byte);
        if (bytes[next] === byte + 2) {
          out.byte(byte + 2);
          at = skipSpace(bytes, next + 1);
        } else {
          out.line(++depth);
          at = next;
        }
        break;
      }
      case 0x7d:
      case 0x5d:
        out.line(--depth);
        out.byte(byte);
        at = skipSpace(bytes, at + 1);
        break;
      case COMMA:
        out.byte(byte);
        out.line(depth);
        at = skipSpace(bytes, at + 1);
        break;
      case COLON:
        out.byte(byte);
        out.byte(SPACE);
        at = skipSpace(bytes, at + 1);
        break;
      default: {
        const end = endOfToken(bytes, at);
        out.copy(bytes, at, end);
        at = skipSpace(bytes, end);
      }
    }
  }
  return out.isFull ? null : out.take();
}

function skipMark(bytes: Uint8Array): number {
  return skipSpace(bytes, bytes[0] === 0xef ? 3 : 0);
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (
    let byte = bytes[at];
    byte === SPACE || byte === NEWLINE || byte === 0x0d || byte === 0x09;
    byte = bytes[at]
  )
    at++;
  return at;
}

/** The offset after a string, a number or a literal. */
function endOfToken(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  if (bytes[from] === QUOTE) {
    while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    return at + 1;
  }
  for (; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === COMMA || byte === 0x7d || byte === 0x5d || byte <= SPACE) break;
  }
  return at;
}

class ByteWriter {
  private buffer = new Uint8Array(64 * 1024);
  private used = 0;
  isFull = false;

  constructor(private readonly maxBytes: number) {}

  byte(value: number): void {
    if (this.reserve(1)) this.buffer[this.used++] = value;
  }

  line(depth: number): void {
    const spaces = Math.min(depth, MAX_INDENT) * INDENT;
    if (!this.reserve(spaces + 1)) return;
    this.buffer[this.used] = NEWLINE;
    this.buffer.fill(SPACE, this.used + 1, this.used + 1 + spaces);
    this.used += spaces + 1;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    if (!this.reserve(end - start)) return;
    this.buffer.set(from.subarray(start, end), this.used);
    this.used += end - start;
  }

  take(): Uint8Array {
    return this.buffer.subarray(0, this.used);
  }

  private reserve(more: number): boolean {
    const needed = this.used + more;
    if (needed > this.maxBytes) this.isFull = true;
    if (this.isFull) return false;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, Math.min(this.buffer.length * 2, this.maxBytes)));
      larger.set(this.buffer);
      this.buffer = larger;
    }
    return true;
  }
}
