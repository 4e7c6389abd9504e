import { isJsonSpace } from '@shared/json/json-space';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The JSON text without the white space between its tokens, which Format and Minify in the composer change. Nothing
 * else is touched, so two texts give the same result only if they mean the same. The text is scanned once, not
 * parsed. Text that is not an object or a list stays as it is, because white space may matter in it.
 */
export function withoutLayout(text: string): string {
  const first = /[^ \t\r\n]/.exec(text)?.[0];
  if (first !== '{' && first !== '[') return text;
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if (isJsonSpace(code)) {
      const end = endOfSpace(text, at);
      // In JSON, such white space is always next to a punctuation mark or at an end. Elsewhere, in text that only
      // looks like JSON, it may separate two words and stays.
      if (isMark(text, at - 1) || isMark(text, end)) {
        parts.push(text.slice(from, at));
        from = end;
      }
      at = end;
    } else at += 1;
  }
  return from === 0 ? text : parts.join('') + text.slice(from);
}

/** The position after the closing quote; the end of the text if there is none. */
export function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (quote - slashes > from && text.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
  }
  return text.length;
}

function endOfSpace(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && isJsonSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isMark(text: string, at: number): boolean {
  return at < 0 || at >= text.length || '{}[],:"'.includes(text.charAt(at));
}
