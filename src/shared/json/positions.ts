/** Where an offset of a text is, as editors count: both from 1, columns in UTF-16 code units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset; `\n`, `\r\n` and `\r` end a line. */
export function lineAndColumn(text: string, offset: number): LineColumn {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
      line += 1;
      lineStart = at + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}
