import { messageOf } from '@shared/text/message-of';
import { DatabaseError } from './database';

/** Turns every failure of `act` into a `DatabaseError` about the disk. */
export async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new DatabaseError('disk', messageOf(error));
  }
}
