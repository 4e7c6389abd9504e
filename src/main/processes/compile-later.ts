import { setFlagsFromString } from 'node:v8';

/**
 * How long V8 postpones compiling during a job, in ms. A load of 100,000 has ended by then; a longer one gains from
 * compiled code.
 */
export const COMPILE_LATER_MS = 3_000;

/** `ticks-before-optimization` and `max-bytecode-size-for-early-opt`. */
const V8_DEFAULTS = [3, 81] as const;
const LATER = [25, 0] as const;

let timer: NodeJS.Timeout | undefined;

/**
 * Makes V8 postpone its optimizing compiler at the start of a job, except for code that runs very often: on two cores
 * the compiler competes with the job, and a short job is over before it pays off. Call it when jobs begin and end.
 * Only for the V8 version on which it was measured (decision 190): later ones have other compilers and flags.
 */
export function compileLater(
  jobsAreUnderWay: boolean,
  { v8 = process.versions.v8, setFlag = setFlagsFromString } = {},
): void {
  if (!v8.startsWith('10.8.')) return;
  const set = ([ticks, size]: typeof LATER | typeof V8_DEFAULTS): void => {
    setFlag(`--ticks-before-optimization=${ticks}`);
    setFlag(`--max-bytecode-size-for-early-opt=${size}`);
  };
  clearTimeout(timer);
  set(jobsAreUnderWay ? LATER : V8_DEFAULTS);
  if (jobsAreUnderWay) timer = setTimeout(set, COMPILE_LATER_MS, V8_DEFAULTS);
}
