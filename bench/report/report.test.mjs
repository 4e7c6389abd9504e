import { describe, expect, it } from 'vitest';
import { figures } from '../kit/figures.mjs';
import { isMet, lineOf, median } from '../kit/measurement.mjs';
import { percentile } from '../kit/percentile.mjs';
import { chartOf, goalValue } from './chart.mjs';
import { charts } from './charts.mjs';
import { BEGIN, END, withGenerated } from './document.mjs';
import { tableOf } from './table.mjs';

const missed = lineOf('start', { runs: [500, 400, 600], reference: [250, 200, 300] });
const met = lineOf('format-frame', { runs: [17, 16, 18], reference: [16.7] });
const crashed = lineOf('body-100', { runs: [1200], reference: [], note: 'the floor <crashed>' });

describe('a measurement', () => {
  it('is summarised by its median or a percentile, in any order of the runs', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  });

  it('is compared with the median of its reference and with its goal', () => {
    expect(missed).toMatchObject({ median: 500, reference: 250, ratio: 2, goal: { ratio: 1.3 }, met: false });
    expect(met).toMatchObject({ median: 17, goal: { most: 33 }, met: true });
  });

  it('misses a goal that is a ratio if it has no reference', () => {
    expect(crashed).toMatchObject({ median: 1200, met: false });
    expect(crashed).not.toHaveProperty('ratio');
  });

  it('meets a goal that is a least ratio if it reaches that', () => {
    expect(isMet({ leastRatio: 0.6 }, 1, 0.6)).toBe(true);
    expect(isMet({ leastRatio: 0.6 }, 1, 0.59)).toBe(false);
  });
});

describe('the table', () => {
  it('has a row for each measurement, with its goal and whether it is met', () => {
    const rows = tableOf([missed, met, crashed]).split('\n');
    expect(rows).toHaveLength(5);
    expect(rows[2]).toMatch(
      /bare window: 250 ms +\| 500 ms \(400 to 600\) +\| 2\.00x \| <= 1\.3x +\| missed \|/,
    );
    expect(rows[3]).toMatch(/<= 33 ms \| met +\|/);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });
});

describe('a chart', () => {
  const chart = chartOf('A chart', [missed, met, crashed]);

  it('has its title and its values as text for screen readers', () => {
    expect(chart).toContain('<title id="title">A chart</title>');
    expect(chart).toContain('500 ms, bare window 250 ms, goal missed.');
    expect(chart).toContain('aria-labelledby="title desc"');
  });

  it('has colours for a dark theme, and no bar that leaves it', () => {
    expect(chart).toContain('prefers-color-scheme: dark');
    const ends = Array.from(
      chart.matchAll(/<rect x="(\d+)"[^>]* width="(\d+)"/g),
      ([, x, width]) => +x + +width,
    );
    expect(ends).toHaveLength(5);
    expect(Math.max(...ends)).toBeLessThan(760 - 90);
  });

  it('marks the value at which the goal is met', () => {
    expect(goalValue(missed)).toBe(325);
    expect(goalValue(met)).toBe(33);
    expect(goalValue(crashed)).toBeNull();
  });

  it('shows each measurement in exactly one of the document’s charts', () => {
    expect(charts.flatMap(({ names }) => names).sort()).toEqual(Object.keys(figures).sort());
  });
});

describe('the document', () => {
  it('keeps what people wrote around the generated part', () => {
    const before = `# Speed\n\n${BEGIN}\n\nold\n\n${END}\n\nWhat it was.\n`;
    expect(withGenerated(before, 'new\n')).toBe(`# Speed\n\n${BEGIN}\n\nnew\n\n${END}\n\nWhat it was.\n`);
  });

  it('is not written if its markers are missing', () => {
    expect(() => withGenerated('# Speed\n', 'new')).toThrow('marks');
  });
});
