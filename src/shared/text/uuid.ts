const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const UUID_ALONE = new RegExp(`^${UUID.source}$`, 'i');
/** A UUID is not taken out of the middle of a longer run of word characters; but several may touch, as pasted ones do. */
const UUIDS_IN_TEXT = new RegExp(`(?<![0-9a-z-])(?:${UUID.source})+(?![0-9a-z-])`, 'gi');
const UUID_LENGTH = 36;

/** True for a UUID in its canonical form with hyphens, in either case. */
export function isUuid(text: string): boolean {
  return UUID_ALONE.test(text);
}

/** Every UUID in a pasted text, in lower case, in order, each once. */
export function findUuids(text: string): string[] {
  return readUuids(text).uuids;
}

/** The same, and how many stood there before. */
export function readUuids(text: string): { readonly uuids: string[]; readonly duplicates: number } {
  const all = Array.from(text.matchAll(UUIDS_IN_TEXT), ([run]) => run.toLowerCase()).flatMap((run) =>
    Array.from({ length: run.length / UUID_LENGTH }, (_, at) =>
      run.slice(at * UUID_LENGTH, (at + 1) * UUID_LENGTH),
    ),
  );
  const uuids = [...new Set(all)];
  return { uuids, duplicates: all.length - uuids.length };
}
