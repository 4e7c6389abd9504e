/** True for the space of JSON (RFC 8259, section 2), as a character's code or a byte. */
export function isJsonSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
