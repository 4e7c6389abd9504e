import type { DraftHeader } from '@shared/vault-forward/draft';

/** Reads pasted headers: `Name: value`, one per line. A line without a colon is a name. */
export function readHeaderLines(text: string): readonly { readonly name: string; readonly value: string }[] {
  return text
    .split(/\r\n|[\r\n]/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      // A colon at the very beginning is part of the name, as in HTTP/2.
      const colon = line.indexOf(':', line.trimStart() === line ? 1 : line.search(/\S/) + 1);
      return colon === -1
        ? { name: line.trim(), value: '' }
        : { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}

/** Whether a pasted text is more than a name: `Name: value`, or several lines. */
export function areHeaderLines(text: string): boolean {
  return /[\r\n]/.test(text.trim()) || /^\s*[^\s:]+:\s*\S/.test(text);
}

/**
 * The rows after lines have been pasted into a row's name: the first line fills that row if the name is replaced, the
 * others come after it.
 */
export function withPastedLines(
  rows: readonly DraftHeader[],
  index: number,
  text: string,
  replaces: boolean,
  newId: () => string,
): readonly DraftHeader[] {
  const lines = readHeaderLines(text);
  const [first] = lines;
  const row = rows[index];
  if (first === undefined || row === undefined) return rows;
  const value = first.value === '' ? null : { value: first.value, enabled: true };
  const filled = replaces ? { ...row, name: first.name, ...value } : row;
  const added = lines
    .slice(replaces ? 1 : 0)
    .map((line) => ({ id: newId(), ...line, secret: false, enabled: true }));
  return [...rows.slice(0, index), filled, ...added, ...rows.slice(index + 1)];
}
