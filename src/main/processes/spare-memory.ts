import { setFlagsFromString } from 'node:v8';
import { compileLater } from './compile-later';

/**
 * Has V8 hold little memory in all threads of this process, or be fast. As it is by itself, it collects garbage for speed alone, and
 * gives nothing back while nothing is asked of it: it takes what went before a rest for what goes on, for want of newer collections.
 * Where it is to be fast, for a job, its young generation stays as large as it is: to double it is 9 MB more, and makes a load no shorter.
 */
export function spareMemory(isSparing: boolean): void {
  setFlagsFromString(isSparing ? '--optimize-for-size' : '--no-optimize-for-size');
  setFlagsFromString(`--semi-space-growth-factor=${isSparing ? 2 : 1}`);
  compileLater(!isSparing);
}
