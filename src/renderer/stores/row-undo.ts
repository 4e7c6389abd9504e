import { refuse, succeed, type Problem } from '@shared/problem';
import { UNDO_MS, useUndoStore } from './undo';

interface Row {
  readonly name: string;
  readonly value?: string | null;
}

const NOT_OPEN: Problem = {
  code: 'row-without-request',
  title: 'Its request is not open',
  meaning: 'What was removed can return only to the request that it was removed from.',
  nextStep: 'Open that request, then undo again.',
  detail: null,
};

/** Where a row was removed from. */
export interface RemovedFrom<Kind extends Row> {
  /** The word for one row: `header`. */
  readonly word: string;
  /** What to call this one, if not by its name. */
  readonly called?: string;
  /** Its rows of now; null while the request is not open. */
  readonly rows: () => readonly Kind[] | null;
  readonly put: (rows: readonly Kind[]) => void;
}

/**
 * Offers to restore a removed row, unless nothing was entered in it: a secret value could not be looked up to enter it
 * again.
 */
export function offerRow<Kind extends Row>(
  row: Kind,
  index: number,
  { word, called = row.name, rows, put }: RemovedFrom<Kind>,
): void {
  if (called === '' && !row.value) return;
  useUndoStore().offer(
    called === '' ? `Removed a ${word}.` : `Removed ${word} “${called}”.`,
    () => {
      const now = rows();
      if (now === null) return Promise.resolve(refuse(NOT_OPEN));
      put([...now.slice(0, index), row, ...now.slice(index)]);
      return Promise.resolve(succeed(null));
    },
    UNDO_MS,
  );
}
