import { firstFrame } from './first-frame';

/** What imports it is run once the first frame is painted. */
export const frame = await firstFrame;
