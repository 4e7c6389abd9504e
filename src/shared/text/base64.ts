/** Bytes in base64 (RFC 4648, section 4), without Node's Buffer, for code that also runs in the renderer. */
export function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // A multiple of three, so that the pieces join without padding; small enough for a call's arguments.
  for (let at = 0; at < bytes.length; at += 30_000) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 30_000))));
  }
  return pieces.join('');
}

/** The bytes of a base64 text; null if it is not base64. */
export function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
}
