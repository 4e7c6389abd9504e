/**
 * Where the character at an offset is after the space between the parts of a text has changed, and nothing else: behind
 * as many characters that are no space.
 */
export function sameCharacter(before: string, offset: number, after: string): number {
  let count = 0;
  for (let at = 0; at < offset; at += 1) if (!isSpace(before.charCodeAt(at))) count += 1;
  let at = 0;
  for (; at < after.length && count > 0; at += 1) if (!isSpace(after.charCodeAt(at))) count -= 1;
  return at;
}

/** The space of JSON (RFC 8259, section 2). */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
