import { changedInPart } from './live-problems';

/** Makes files what they were before they were changed. */
export type Undo = () => Promise<void>;

/**
 * @param path of the folder, for the words where something cannot be taken back.
 * @param act gives what takes back each thing that it has done: all of it, where the rest fails.
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
