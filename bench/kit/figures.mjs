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
  'body-5': {
    script: 'bodies',
    what: '5 MB of JSON, from Look up to its first rows',
    unit: 'ms',
    reference: 'floor',
    goal: { ratio: 0.8 },
    digits: 0,
  },
  'body-5-frame': {
    script: 'bodies',
    what: '5 MB of JSON: longest frame meanwhile',
    unit: 'ms',
    reference: 'the page at rest',
    goal: { most: 33 },
  },
  'body-20': {
    script: 'bodies',
    what: '20 MB of JSON, from Look up to its first rows',
    unit: 'ms',
    reference: 'floor',
    goal: { ratio: 0.5 },
    digits: 0,
  },
  'body-20-frame': {
    script: 'bodies',
    what: '20 MB of JSON: longest frame meanwhile',
    unit: 'ms',
    reference: 'the page at rest',
    goal: { most: 33 },
  },
  'body-100': {
    script: 'bodies',
    what: '100 MB of JSON, from Look up to its first rows',
    unit: 'ms',
    reference: 'floor',
    goal: { ratio: 0.35 },
    digits: 0,
  },
  'body-100-frame': {
    script: 'bodies',
    what: '100 MB of JSON: longest frame meanwhile',
    unit: 'ms',
    reference: 'the page at rest',
    goal: { most: 33 },
  },
  'body-100-memory': {
    script: 'bodies',
    what: '100 MB of JSON: most memory of the process tree (PSS)',
    unit: 'MB',
    reference: 'floor',
    goal: { most: 450 },
    digits: 0,
  },
  'load-all': {
    script: 'buyers-grid',
    what: 'Load all of 100,000 buyers, pages of 100',
    unit: 'ms',
    reference: 'the same pages in a bare loop',
    goal: { ratio: 3 },
    digits: 0,
  },
  'load-all-memory': {
    script: 'buyers-grid',
    what: 'Load all of 100,000 buyers: most memory of the process tree (PSS)',
    unit: 'MB',
    reference: 'before it',
    goal: { most: 330 },
    digits: 0,
  },
  'load-all-frame': {
    script: 'buyers-grid',
    what: 'Load all of 100,000 buyers: longest frame',
    unit: 'ms',
    reference: 'the page at rest',
    goal: { most: 33 },
  },
  'export-frame': {
    script: 'buyers-grid',
    what: 'Export of 100,000 buyers as CSV: longest frame',
    unit: 'ms',
    reference: 'the page at rest',
    goal: { most: 33 },
  },
  'load-million': {
    script: 'buyers-grid',
    what: 'Load all of 1,000,000 buyers, pages of 100',
    unit: 'ms',
    reference: 'the same pages in a bare loop',
    goal: { ratio: 3 },
    digits: 0,
  },
  'load-million-memory': {
    script: 'buyers-grid',
    what: 'Load all of 1,000,000 buyers: most memory of the process tree (PSS)',
    unit: 'MB',
    reference: '100,000 buyers',
    goal: { most: 330 },
    digits: 0,
  },
};
