import type { PartRow, Row } from './collection';

/** A .bru file: blocks by their names (`headers`, `body:json`), each with its lines as they are. */
export type BruBlocks = ReadonlyMap<string, readonly string[]>;

const OPENING = /^([A-Za-z][\w:-]*)[ \t]*([{[])[ \t]*$/;
const EMPTY = /^([A-Za-z][\w:-]*)[ \t]*(?:\{[ \t]*\}|\[[ \t]*\])[ \t]*$/;

/**
 * Splits a text into its blocks: each begins with `name {` and ends with a brace, both at the start of a line. Null if
 * one does not end.
 */
export function readBruBlocks(text: string): BruBlocks | null {
  const blocks = new Map<string, string[]>();
  let open: { readonly name: string; readonly end: string; readonly lines: string[] } | null = null;
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (open !== null) {
      if (line.trimEnd() === open.end) {
        blocks.set(open.name, open.lines);
        open = null;
      } else open.lines.push(line);
      continue;
    }
    const [, name, brace] = OPENING.exec(line) ?? [];
    const empty = EMPTY.exec(line)?.[1];
    if (name !== undefined) open = { name, end: brace === '[' ? ']' : '}', lines: [] };
    else if (empty !== undefined) blocks.set(empty, []);
    else if (line.trim() !== '' && !/^\s/.test(line)) return null;
  }
  return open === null && blocks.size > 0 ? blocks : null;
}

/** A block of text without the two spaces of indentation that Bruno writes. */
export function bruText(lines: readonly string[] | undefined): string {
  return (lines ?? []).map((line) => line.replace(/^ {1,2}/, '')).join('\n');
}

const PAIR = /^(~?)(?:"((?:\\"|[^"])*)"[ \t]*|([^:]*)):[ \t]*(.*)$/;

/** A block of pairs: `name: value`, with `~` before disabled ones. */
export function bruRows(lines: readonly string[] | undefined): readonly Row[] {
  const rows: Row[] = [];
  // Reversed, so that the next line is the last one: to take each from the beginning of a long list would move all
  // others.
  const left = [...(lines ?? [])].reverse();
  for (let line = left.pop(); line !== undefined; line = left.pop()) {
    const text = line.trim();
    if (text.startsWith('@') && !PAIR.test(text.replace(/\(.*$/, ''))) {
      skipAnnotation(text, left);
      continue;
    }
    const [, off, quoted, plain = '', first = ''] = PAIR.exec(text) ?? [];
    if (off === undefined) continue;
    const name = quoted === undefined ? plain.trimEnd() : quoted.replace(/\\"/g, '"');
    const isOff = off === '~' || (quoted !== undefined && name.startsWith('~'));
    rows.push({ name: name.replace(/^~/, ''), value: wholeValue(first, left), enabled: !isOff });
  }
  return rows;
}

/** The whole value; `'''` and `[` may go on over several lines. */
function wholeValue(first: string, left: string[]): string {
  if (first.startsWith("'''")) {
    if (first.length > 3 && first.slice(3).includes("'''")) return first.slice(3, first.indexOf("'''", 3));
    const lines: string[] = first === "'''" ? [] : [first.slice(3)];
    for (let line = left.pop(); line !== undefined; line = left.pop()) {
      if (!line.includes("'''")) lines.push(line);
      else {
        const tail = line.slice(line.indexOf("'''") + 3).trim();
        return outdent(lines).join('\n') + (tail === '' ? '' : ` ${tail}`);
      }
    }
    return outdent(lines).join('\n');
  }
  if (first !== '[') return first;
  const items: string[] = [];
  for (let line = left.pop(); line !== undefined && line.trim() !== ']'; line = left.pop())
    items.push(line.trim());
  return items.join(', ');
}

function outdent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => line.replace(/^ {1,4}/, ''));
}

/** `@description('''` may continue over several lines. */
function skipAnnotation(text: string, left: string[]): void {
  if ((text.match(/'''/g) ?? []).length !== 1) return;
  for (let line = left.pop(); line !== undefined && !line.includes("'''"); line = left.pop());
}

/** The rows of a multipart form: `@file(path|path)` are files, `@contentType(type)` the part's own type. */
export function bruParts(lines: readonly string[] | undefined): readonly PartRow[] {
  return bruRows(lines).flatMap(({ name, value, enabled }): readonly PartRow[] => {
    const type = /(?:^|\s)@contentType\(([^)]*)\)\s*$/.exec(value);
    const plain = type === null ? value : value.slice(0, type.index);
    const part = { name, enabled, value: plain, file: null, type: type?.[1] ?? null };
    const paths = /^@file\((.*)\)\s*$/.exec(plain)?.[1];
    return paths === undefined ? [part] : paths.split('|').map((file) => ({ ...part, file }));
  });
}

/** The value of the first row of that name; null if there is none. */
export function bruValue(lines: readonly string[] | undefined, name: string): string | null {
  return bruRows(lines).find((row) => row.name === name && row.enabled)?.value ?? null;
}
