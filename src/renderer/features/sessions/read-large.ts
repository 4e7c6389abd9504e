import { readUuids } from '@shared/text/uuid';
import { nextFrame } from '@renderer/components/next-frame';
import { whyNotLookedUp } from './no-id';

/** How many characters are read per frame. */
const SLICE = 100_000;

/**
 * Places that no UUID spans, where a text can be split: line ends; in a text of one line, separators between words; in
 * a single word such as base64, two letters that are not hex digits.
 */
const ENDS = [/[^-=\r]\r?\n/, /[",;{}]|[^-=\s>] /, /[g-z](?=[g-z])/i];

/** How many invalid entries are put into the field, to be corrected. */
const MAX_BROKEN = 1_000;

interface ReadLarge {
  /** Every ID and every entry that is nearly one, in order, one per line. */
  readonly input: string;
  /** How many IDs were repetitions. */
  readonly duplicates: number;
  /** Why they are not looked up; null if they are. */
  readonly refused: string | null;
}

/** Finds the IDs in a long text without blocking the window; resolves to null if the text is no longer wanted. */
export async function readLarge(text: string, isWanted: () => boolean): Promise<ReadLarge | null> {
  const found = new Set<string>();
  const nearly = new Set<string>();
  const entries = new Set<string>();
  let all = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start + SLICE);
    const part = readUuids(text.slice(start, end));
    all += part.uuids.length + part.duplicates;
    for (const uuid of part.uuids) found.add(uuid);
    for (const entry of part.broken) nearly.add(entry);
    for (const entry of part.entries) entries.add(entry);
    start = end;
    await nextFrame();
    if (!isWanted()) return null;
  }
  const [uuids, broken] = [[...found], [...nearly]];
  const left = new Set(broken.slice(MAX_BROKEN));
  return {
    input: [...entries].filter((entry) => !left.has(entry)).join('\n'),
    duplicates: all - uuids.length,
    refused: whyNotLookedUp('…', { uuids, broken }),
  };
}

/** Searches no further than necessary for a place to split: a log of megabytes may be one line. */
function endOfPart(text: string, from: number): number {
  const next = text.slice(from, from + SLICE);
  if (next === '') return text.length;
  for (const end of ENDS) {
    const found = end.exec(next);
    if (found !== null) return from + found.index + found[0].length;
  }
  return endOfPart(text, from + SLICE);
}
