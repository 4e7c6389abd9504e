import { INLINE_BODY_BYTES } from '@shared/http/exchange';

/** More than a screenful, and quick to arrive. */
const BEGINNING_BYTES = 32 * 1024;

/**
 * Watches the pieces of a body and calls back once with its first bytes: as soon as they arrive if the announced
 * length is large, otherwise once the body turns out to be large. When it reports a piece, it returns a promise that
 * the next piece has to wait for.
 */
export function watchBeginning(
  announced: string | undefined,
  tell: (bytes: Buffer) => Promise<void>,
): (piece: Buffer) => Promise<void> | null {
  const enough = Number(announced ?? 0) > INLINE_BODY_BYTES ? BEGINNING_BYTES : INLINE_BODY_BYTES + 1;
  let first: Buffer[] = [];
  let kept = 0;
  let received = 0;
  let isTold = false;
  return (piece) => {
    if (isTold) return null;
    received += piece.length;
    if (kept < BEGINNING_BYTES) {
      first.push(piece);
      kept += piece.length;
    }
    if (received < enough) return null;
    isTold = true;
    const bytes = Buffer.concat(first).subarray(0, BEGINNING_BYTES);
    first = [];
    return tell(bytes);
  };
}
