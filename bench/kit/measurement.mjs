// What all measurements share: their options, medians, and the line of JSON for each figure.
import { parseArgs } from 'node:util';
import { figures } from './figures.mjs';
import { percentile } from './percentile.mjs';

/**
 * The options of a measurement: `--quick` selects the second value of each pair, and each value can also be given by
 * name.
 * @template {Record<string, [number, number] | [string, string]>} Pairs
 * @param {Pairs} pairs
 * @returns {{ [Name in keyof Pairs]: Pairs[Name][0] } & { quick: boolean }}
 */
export function readOptions(pairs) {
  const given = Object.keys(pairs).map((name) => [name, { type: 'string' }]);
  const { values } = parseArgs({
    options: { ...Object.fromEntries(given), quick: { type: 'boolean', default: false } },
  });
  const chosen = Object.entries(pairs).map(([name, [full, quick]]) => {
    const value = values[name] ?? (values.quick ? quick : full);
    return [name, typeof full === 'number' ? Number(value) : value];
  });
  return { ...Object.fromEntries(chosen), quick: values.quick };
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const median = (numbers) => percentile(numbers, 0.5);

export const rounded = (number, digits = 1) => Number(number.toFixed(digits));

/** @param {import('./figures.mjs').Goal} goal */
export function isMet({ ratio: mostRatio, leastRatio, most, mostOver }, value, ratio, reference = null) {
  if (most !== undefined) return value <= most;
  if (mostOver !== undefined) return reference !== null && value - reference <= mostOver;
  if (ratio === null) return false;
  return ratio <= (mostRatio ?? Infinity) && ratio >= (leastRatio ?? 0);
}

/**
 * One figure as it is written to standard output: the median of its runs, beside that of the reference's runs.
 * @param {string} name of kit/figures.mjs
 * @param {{ runs: number[], reference?: number[], note?: string }} measured
 */
export function lineOf(name, { runs, reference, note }) {
  const { what, unit, goal, reference: against, digits } = figures[name];
  const value = median(runs);
  const held = reference?.length > 0 ? median(reference) : null;
  const ratio = held === null ? null : rounded(value / held, 2);
  return {
    figure: name,
    what,
    unit,
    median: rounded(value, digits),
    runs: runs.map((run) => rounded(run, digits)),
    ...(against === undefined ? {} : { against }),
    ...(held === null
      ? {}
      : {
          reference: rounded(held, digits),
          referenceRuns: reference.map((run) => rounded(run, digits)),
          ratio,
        }),
    ...(goal === undefined ? {} : { goal, met: isMet(goal, value, ratio, held) }),
    ...(note === undefined ? {} : { note }),
  };
}

export function tell(name, measured) {
  console.log(JSON.stringify(lineOf(name, measured)));
}
