/** A position in a text as editors count: both from 1, columns in UTF-16 code units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Line and column of each offset, in one pass over the text. */
export function linesAndColumns(text: string, offsets: Iterable<number>): ReadonlyMap<number, LineColumn> {
  const places = new Map<number, LineColumn>();
  let begun = 0;
  let line = 1;
  for (const offset of [...new Set(offsets)].sort((one, other) => one - other)) {
    // The position within a line does not depend on earlier lines.
    const within = lineAndColumn(text.slice(begun, offset + 1), offset - begun);
    line += within.line - 1;
    places.set(offset, { line, column: within.column });
    begun = offset - within.column + 1;
  }
  return places;
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
