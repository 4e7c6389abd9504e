// The figures of docs/performance.md, in the order of its table: what each is, what it is held against, and its goal.
// A goal is a `ratio` to the reference's median, or a number that the median must not be above (`most`) or below (`least`).

/** @typedef {{ ratio?: number, most?: number, least?: number }} Goal */
/** @typedef {{ script: string, what: string, unit: string, reference?: string, goal?: Goal, digits?: number }} Figure */

/** @type {Record<string, Figure>} */
export const figures = {
  start: {
    script: 'window',
    what: 'Cold start to a usable Sessions screen, used profile',
    unit: 'ms',
    reference: 'bare window',
    goal: { ratio: 1.3 },
  },
  rest: {
    script: 'window',
    what: 'Memory of the process tree at rest (PSS)',
    unit: 'MB',
    reference: 'bare window',
    goal: { ratio: 1.12 },
  },
  'look-up': {
    script: 'window',
    what: 'Look up, from the click to the frame that shows the session',
    unit: 'ms',
    reference: 'floor',
    goal: { ratio: 1.3 },
  },
};
