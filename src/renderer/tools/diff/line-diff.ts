import { diffLines, type ChangeObject } from 'diff';

/** A line of one text or of both; numbers count from 1. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** Without its line break. */
  readonly text: string;
  /** Null for an added line. */
  readonly before: number | null;
  /** Null for a removed line. */
  readonly after: number | null;
  /** How the line ends, if nothing else may tell it from a line of the other text. */
  readonly ending?: 'CRLF' | 'no line break';
}

/** The best comparison takes quadratic time in the number of changed lines: some tenths of a second for this many. */
const MAX_CHANGES = 1500;

/**
 * Compares two texts by line, including line breaks: `\r\n` differs from `\n`. When too many lines differ, everything
 * between the common beginning and end counts as replaced.
 */
export function diffTextLines(before: string, after: string): DiffLine[] {
  const changes =
    diffLines(before, after, { maxEditLength: MAX_CHANGES }) ?? replaceChangedLines(before, after);
  const lines: DiffLine[] = [];
  let beforeLine = 1;
  let afterLine = 1;
  for (const { value, added, removed } of changes) {
    for (const line of linesOf(value)) {
      const kind = added ? 'added' : removed ? 'removed' : 'same';
      lines.push({ kind, ...line, before: added ? null : beforeLine, after: removed ? null : afterLine });
      beforeLine += added ? 0 : 1;
      afterLine += removed ? 0 : 1;
    }
  }
  return withEndingsThatDiffer(lines);
}

/** Leaves out the endings of lines whose text is in one of the two only, or the same in both. */
function withEndingsThatDiffer(lines: readonly DiffLine[]): DiffLine[] {
  const textsOf = (wanted: DiffLine['kind']): ReadonlySet<string> =>
    new Set(lines.filter(({ kind }) => kind === wanted).map(({ text }) => text));
  const [removed, added] = [textsOf('removed'), textsOf('added')];
  return lines.map(({ ending, ...line }) =>
    ending !== undefined && line.kind !== 'same' && removed.has(line.text) && added.has(line.text)
      ? { ...line, ending }
      : line,
  );
}

type Change = Pick<ChangeObject<string>, 'value' | 'added' | 'removed'>;

function replaceChangedLines(before: string, after: string): Change[] {
  const [one, other] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const change = (lines: readonly string[], kind: { added: boolean; removed: boolean }): Change => ({
    value: lines.join(''),
    ...kind,
  });
  return [
    change(one.slice(0, start), { added: false, removed: false }),
    change(one.slice(start, one.length - end), { added: false, removed: true }),
    change(other.slice(start, other.length - end), { added: true, removed: false }),
    change(one.slice(one.length - end), { added: false, removed: false }),
  ];
}

function linesOf(whole: string): Pick<DiffLine, 'text' | 'ending'>[] {
  // A final line break does not start another line.
  return (whole.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const text = line.replace(/\r?\n$|\r$/, '');
    if (!line.endsWith('\n')) return { text, ending: 'no line break' };
    return line.endsWith('\r\n') ? { text, ending: 'CRLF' } : { text };
  });
}
