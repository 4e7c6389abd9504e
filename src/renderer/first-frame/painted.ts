import { firstFrame } from './first-frame';

/** Importing this waits until the first frame is painted. */
export const frame = await firstFrame;
