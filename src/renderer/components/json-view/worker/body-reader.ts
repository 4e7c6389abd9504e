/** Largest slice that main gives out at once. */
const SLICE_BYTES = 4_000_000;
/** The first slice is small, so that the first rows come soon. */
const FIRST_SLICE_BYTES = 256_000;

/** Gives the bytes `start` to `end` (exclusive) of a body, or fewer; none at or beyond its end. */
export type ReadSlice = (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;

/** The body cannot be read (any more). The message is for people. */
export class BodyUnreadable extends Error {}

/** Nothing else is ever read, whatever the page says. */
const BODY_ADDRESS = /^app:\/\/explorer\/bodies\/[\w-][\w.-]*$/;

/** Reads from main: `GET <address>?start=N&end=M`. Throws for an address that is no body's. */
export function readFrom(address: string): ReadSlice {
  if (!BODY_ADDRESS.test(address)) throw new BodyUnreadable('This is no body of the app.');
  return async (start, end, signal) => {
    const url = new URL(address);
    url.searchParams.set('start', String(start));
    url.searchParams.set('end', String(end));
    const response = await fetch(url, { signal });
    if (response.status === 404) {
      throw new BodyUnreadable('The app no longer holds this body. Send the request again to see it.');
    }
    if (!response.ok)
      throw new BodyUnreadable(`The body could not be read (the app answered ${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

/**
 * Fills `into` from `from` on, slice by slice, with the next slice under way while `onSlice` works on the one before.
 * `onSlice` gets the number of bytes that are there. Answers with that number at the end: fewer than asked for when
 * the body turned out shorter. Throws the signal's abort error, or BodyUnreadable.
 */
export async function fillFrom(
  read: ReadSlice,
  into: Uint8Array,
  from: number,
  signal: AbortSignal,
  onSlice: (filled: number) => void,
): Promise<number> {
  let filled = from;
  let next = ask(filled);
  while (filled < into.length) {
    const slice = await next;
    signal.throwIfAborted();
    if (slice.length === 0) return filled;
    into.set(slice.subarray(0, into.length - filled), filled);
    filled = Math.min(filled + slice.length, into.length);
    next = ask(filled);
    onSlice(filled);
  }
  return filled;

  function ask(start: number): Promise<Uint8Array> {
    if (start >= into.length) return Promise.resolve(new Uint8Array(0));
    const size = start === 0 ? FIRST_SLICE_BYTES : SLICE_BYTES;
    const slice = read(start, Math.min(start + size, into.length), signal);
    // It is awaited only after `onSlice`; a refusal before that must not count as unhandled.
    slice.catch(() => {});
    return slice;
  }
}
