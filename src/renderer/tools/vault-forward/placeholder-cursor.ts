/** What stands around the cursor when a placeholder is being typed. */
export interface PlaceholderAtCursor {
  /** Offset of the first of the two braces. */
  readonly from: number;
  /** Behind what a completion replaces: the cursor, or behind the closing braces that stand there already. */
  readonly to: number;
  /** The letters so far, without braces and spaces. */
  readonly typed: string;
}

/** Longer than any name, so that looking back from the cursor costs the same in any body. */
const REACH = 80;

/** Null unless the cursor stands behind `{{` and nothing but a beginning of a name. */
export function placeholderAtCursor(body: string, cursor: number): PlaceholderAtCursor | null {
  const before = /\{\{ ?([A-Za-z0-9_]*)$/.exec(body.slice(Math.max(0, cursor - REACH), cursor));
  if (before === null) {
    return null;
  }
  const after = /^[A-Za-z0-9_]* ?\}\}/.exec(body.slice(cursor, cursor + REACH));
  return {
    from: cursor - before[0].length,
    to: cursor + (after?.[0].length ?? 0),
    typed: before[1] ?? '',
  };
}
