import { setFlagsFromString } from 'node:v8';

/** How long V8 waits with compiling in a job, in ms. A load of 100,000 has ended by then; a longer one gains from what is compiled. */
export const COMPILE_LATER_MS = 3_000;

/** `ticks-before-optimization` and `max-bytecode-size-for-early-opt`. */
const BY_ITSELF = [3, 81] as const;
const LATER = [25, 0] as const;

let timer: NodeJS.Timeout | undefined;

/**
 * Has V8 put off its optimizing compiler while a job is young, but for what runs very often: on two cores it takes turns with the job,
 * and a short job has ended before it pays. To be told when jobs begin and end. Only on the V8 on which it was measured (decision 190):
 * later ones have other compilers, and other flags.
 */
export function compileLater(
  jobsAreUnderWay: boolean,
  { v8 = process.versions.v8, setFlag = setFlagsFromString } = {},
): void {
  if (!v8.startsWith('10.8.')) return;
  const set = ([ticks, size]: typeof LATER | typeof BY_ITSELF): void => {
    setFlag(`--ticks-before-optimization=${ticks}`);
    setFlag(`--max-bytecode-size-for-early-opt=${size}`);
  };
  clearTimeout(timer);
  set(jobsAreUnderWay ? LATER : BY_ITSELF);
  if (jobsAreUnderWay) timer = setTimeout(set, COMPILE_LATER_MS, BY_ITSELF);
}
