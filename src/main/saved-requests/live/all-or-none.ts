import { changedInPart } from './live-problems';

/** Restores files as they were before they were changed. */
export type Undo = () => Promise<void>;

/**
 * Does all of `act` or nothing.
 * @param path of the folder, for the error if something cannot be undone.
 * @param act adds to its list how to undo each thing that it has done; if it fails, all of that is undone.
 */
export async function allOrNone(path: string, act: (undo: Undo[]) => Promise<void>): Promise<void> {
  const undo: Undo[] = [];
  try {
    await act(undo);
  } catch (error) {
    for (const one of undo.reverse())
      await one().catch(() => {
        throw changedInPart(path, error);
      });
    throw error;
  }
}
