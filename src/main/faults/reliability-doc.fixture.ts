import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOC = join(__dirname, '../../../docs/reliability.md');

/** The cells of the only table under a heading of docs/reliability.md, without the header row. */
export function documentedRows(heading: string): string[][] {
  const section = readFileSync(DOC, 'utf8')
    .split(/^#+ /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/reliability.md has no "${heading}"`);
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
