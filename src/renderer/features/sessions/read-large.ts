import { readUuids } from '@shared/text/uuid';
import { nextFrame } from '@renderer/components/next-frame';
import { whyNotLookedUp } from './no-id';

/** As much as is read within a frame, in characters. */
const SLICE = 100_000;

/** Behind these no UUID goes on: the end of a line; in a text of one line what stands between its words; in one word, as base64 is, two such letters. */
const ENDS = [/[^-=\r]\r?\n/, /[",;{}]|[^-=\s>] /, /[g-z](?=[g-z])/i];

/** As many of what is no ID as stand in the field, to be mended. */
const MAX_BROKEN = 1_000;

interface ReadLarge {
  /** Every ID and what is nearly one, one in a line. */
  readonly input: string;
  /** How many IDs stood there before. */
  readonly duplicates: number;
  /** Why they are not looked up, in place of the rest. */
  readonly refused: string | null;
}

/** What stands in a long text, read while the window goes on; null once it is not wanted any more. */
export async function readLarge(text: string, isWanted: () => boolean): Promise<ReadLarge | null> {
  const found = new Set<string>();
  const nearly = new Set<string>();
  let all = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfPart(text, start + SLICE);
    const part = readUuids(text.slice(start, end));
    all += part.uuids.length + part.duplicates;
    for (const uuid of part.uuids) found.add(uuid);
    for (const entry of part.broken) nearly.add(entry);
    start = end;
    await nextFrame();
    if (!isWanted()) return null;
  }
  const [uuids, broken] = [[...found], [...nearly]];
  return {
    input: [...uuids, ...broken.slice(0, MAX_BROKEN)].join('\n'),
    duplicates: all - uuids.length,
    refused: whyNotLookedUp('…', { uuids, broken }),
  };
}

/** Looks for it no further than it has to: a log of megabytes may be one line. */
function endOfPart(text: string, from: number): number {
  const next = text.slice(from, from + SLICE);
  if (next === '') return text.length;
  for (const end of ENDS) {
    const found = end.exec(next);
    if (found !== null) return from + found.index + found[0].length;
  }
  return endOfPart(text, from + SLICE);
}
