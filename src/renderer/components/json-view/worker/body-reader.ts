/** Largest slice that main returns at once. */
const SLICE_BYTES = 4_000_000;
/** The first slice is small, so that the first rows appear quickly. */
const FIRST_SLICE_BYTES = 256_000;

/** Fills `into` with the bytes of a body from `start` on. Returns how many bytes there were: 0 at or beyond the end. */
export type ReadSlice = (start: number, into: Uint8Array, signal: AbortSignal) => Promise<number>;

/** The body cannot be read (any more). The message is meant for people. */
export class BodyUnreadable extends Error {}

/** The only addresses that are ever read, whatever the page requests. */
const BODY_ADDRESS = /^app:\/\/explorer\/bodies\/[\w-][\w.-]*$/;

/** Reads from main: `GET <address>?start=N&end=M`. Throws for an address that is not a body's. */
export function readFrom(address: string): ReadSlice {
  if (!BODY_ADDRESS.test(address)) throw new BodyUnreadable('This is not a body of the app.');
  return async (start, into, signal) => {
    const url = new URL(address);
    url.searchParams.set('start', String(start));
    url.searchParams.set('end', String(start + into.length));
    const response = await fetch(url, { signal });
    if (response.status === 404) {
      throw new BodyUnreadable('The app no longer holds this body.');
    }
    if (!response.ok)
      throw new BodyUnreadable(`The body could not be read (the app answered ${response.status}).`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const read = Math.min(bytes.length, into.length);
    into.set(bytes.subarray(0, read));
    giveBack(bytes.buffer);
    return read;
  };
}

/**
 * Frees the buffer now: otherwise, a body of 100 MB would be in memory almost twice until the next garbage collection.
 */
function giveBack(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer]);
  port1.close();
}

/**
 * Fills `into` from `from` on, slice by slice, requesting the next slice while `onSlice` works on the previous one.
 * `onSlice` gets the number of bytes so far. Returns that number at the end: fewer than requested if the body was
 * shorter. Throws the signal's abort error, or BodyUnreadable.
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
    const came = await next;
    signal.throwIfAborted();
    if (came === 0) return filled;
    filled += came;
    next = ask(filled);
    onSlice(filled);
  }
  return filled;

  function ask(start: number): Promise<number> {
    if (start >= into.length) return Promise.resolve(0);
    const size = start === 0 ? FIRST_SLICE_BYTES : SLICE_BYTES;
    const slice = read(start, into.subarray(start, start + size), signal);
    // Awaited only after `onSlice`; a rejection before then must not count as unhandled.
    slice.catch(() => {});
    return slice;
  }
}
