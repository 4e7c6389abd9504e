/** The tokens of RFC 8259, byte for byte. Every scanner returns an offset, or one of the two codes below. */

/** The token reaches the end of the available bytes: it may continue, or the text is cut short there. */
export const PENDING = -1;
/** The byte at `scan.at` is not allowed there. */
export const INVALID = -2;

/** What was expected where the scan stopped. */
export type TokenFault = 'string' | 'escape' | 'hex' | 'control' | 'digit' | 'literal';

/** Where a scan stopped and why; one object for all scans, so that the hot loop makes no garbage. */
export interface Scan {
  /** After PENDING, where to continue a string once more bytes are available; after INVALID, the offending offset. */
  at: number;
  fault: TokenFault;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** `"`, `\`, `/`, b, f, n, r, t */
function isShortEscape(byte: number): boolean {
  switch (byte) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f:
    case 0x62:
    case 0x66:
    case 0x6e:
    case 0x72:
    case 0x74:
      return true;
    default:
      return false;
  }
}

/** Scans from anywhere inside a string (but not inside an escape) to the offset after its closing quote. */
export function scanString(bytes: Uint8Array, from: number, filled: number, scan: Scan): number {
  let at = from;
  while (at < filled) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) {
      const after = scanEscape(bytes, at, filled, scan);
      if (after < 0) return after;
      at = after;
    } else if (byte < 0x20) {
      scan.at = at;
      scan.fault = 'control';
      return INVALID;
    } else {
      at++;
    }
  }
  scan.at = at;
  scan.fault = 'string';
  return PENDING;
}

/**
 * For a valid string: from the opening quote to the offset after the closing one; `limit` if the closing one is
 * beyond it.
 */
export function endOfString(bytes: Uint8Array, quote: number, limit: number): number {
  let at = quote + 1;
  while (at < limit) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  return limit;
}

function scanEscape(bytes: Uint8Array, backslash: number, filled: number, scan: Scan): number {
  scan.at = backslash;
  scan.fault = 'escape';
  if (backslash + 1 >= filled) return PENDING;
  const letter = bytes[backslash + 1] ?? 0;
  if (isShortEscape(letter)) return backslash + 2;
  if (letter !== 0x75) {
    scan.at = backslash + 1;
    return INVALID;
  }
  scan.fault = 'hex';
  for (let at = backslash + 2; at < backslash + 6; at++) {
    if (at >= filled) return PENDING;
    if (!isHexDigit(bytes[at] ?? 0)) {
      scan.at = at;
      return INVALID;
    }
  }
  return backslash + 6;
}

/** Scans from a number's first byte to the offset after it. `last`: no more bytes will come, so the end of the bytes ends it. */
export function scanNumber(
  bytes: Uint8Array,
  from: number,
  filled: number,
  last: boolean,
  scan: Scan,
): number {
  scan.fault = 'digit';
  let at = from;
  if (bytes[at] === MINUS) at++;
  if (at < filled && bytes[at] === ZERO) at++;
  else {
    at = scanDigits(bytes, at, filled, scan);
    if (at < 0) return at;
  }
  if (at < filled && bytes[at] === DOT) {
    at = scanDigits(bytes, at + 1, filled, scan);
    if (at < 0) return at;
  }
  if (at < filled && ((bytes[at] ?? 0) | 0x20) === 0x65) {
    at++;
    if (at < filled && (bytes[at] === 0x2b || bytes[at] === MINUS)) at++;
    at = scanDigits(bytes, at, filled, scan);
    if (at < 0) return at;
  }
  return at >= filled && !last ? PENDING : at;
}

/** One or more digits. */
function scanDigits(bytes: Uint8Array, from: number, filled: number, scan: Scan): number {
  let at = from;
  while (at < filled && isDigit(bytes[at] ?? 0)) at++;
  if (at > from) return at;
  if (at >= filled) return PENDING;
  scan.at = at;
  return INVALID;
}

/** `literal` holds the bytes of true, false or null, the first of which has already been seen. */
export function scanLiteral(
  bytes: Uint8Array,
  from: number,
  filled: number,
  literal: Uint8Array,
  scan: Scan,
): number {
  scan.fault = 'literal';
  for (let at = 1; at < literal.length; at++) {
    if (from + at >= filled) return PENDING;
    if (bytes[from + at] !== literal[at]) {
      scan.at = from + at;
      return INVALID;
    }
  }
  return from + literal.length;
}
