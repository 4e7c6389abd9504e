import { DatabaseError } from './database';

/** What fails there is trouble with the disk. */
export async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new DatabaseError('disk', error instanceof Error ? error.message : String(error));
  }
}
