import { describe, expect, it } from 'vitest';
import { aptLineIn, cases, problemWith, summaryIn, resultsTable } from './fresh-cases.mjs';

const given = (more = {}) => ({ code: 0, seconds: 60, lines: [], cleanStop: true, output: '', ...more });
const result = (name, more = {}) => ({
  name,
  commit: 'abc1234',
  node: 'v20.19.2',
  packages: 200,
  refused: false,
  start: given(),
  test: given({ summary: '2800 passed, 0 failed' }),
  ...more,
});
const oldNode = 'stopped: this needs Node 20.19 or newer, and this is Node 18.20.4. Get a newer one.\n';
const refused = (output) =>
  result('12-distribution-root', { refused: true, start: given({ code: 1, output }), test: undefined });

it('tries two releases with two kinds of Node, as root and as another user', () => {
  expect(cases.map(({ name }) => name)).toEqual([
    '13-distribution-root',
    '13-distribution-person',
    '13-static-root',
    '13-static-person',
    '12-distribution-root',
    '12-distribution-person',
    '12-static-root',
    '12-static-person',
  ]);
});

it('finds the apt command and the summary of npm test in the output', () => {
  const line = 'sudo apt-get update && sudo apt-get install -y --no-install-recommends curl';
  expect(aptLineIn(`stopped: type this:\n\n  ${line}\n\n`)).toBe(line);
  expect(aptLineIn('stopped: something else')).toBeUndefined();
  expect(summaryIn('unit: ok\n! note\n12 passed, 1 failed\n')).toBe('12 passed, 1 failed');
  expect(summaryIn('it ended early')).toBe('no summary');
});

describe('a result', () => {
  const toldOnce = given({ lines: ['sudo apt-get …'] });

  it.each([
    ['root', result('13-distribution-root')],
    ['a person who was told one line', result('13-static-person', { start: toldOnce })],
    ['a Node that is too old', refused(oldNode)],
  ])('is right: %s', (_, right) => {
    expect(problemWith(right)).toBeUndefined();
  });

  it.each([
    ['a start that failed', result('13-distribution-root', { start: given({ code: 1 }) })],
    ['a test that failed', result('13-distribution-root', { test: given({ code: 1, summary: '' }) })],
    ['a person who was told nothing', result('13-static-person')],
    [
      'a stop after something was installed',
      result('13-static-person', { start: given({ lines: ['sudo apt-get …'], cleanStop: false }) }),
    ],
    ['an old Node that was accepted', result('12-distribution-root')],
    ['an old Node refused in many lines', refused(`${oldNode}    at Object.<anonymous>\n`)],
  ])('is wrong: %s', (_, wrong) => {
    expect(problemWith(wrong)).toEqual(expect.any(String));
  });
});

it('is shown as a row of a table', () => {
  expect(
    resultsTable([result('13-distribution-root'), refused(oldNode)])
      .split('\n')
      .slice(2),
  ).toEqual([
    '| Debian 13 | distribution, v20.19.2 | root | 60 s | 2800 passed, 0 failed, 60 s | 200 | abc1234 | yes |',
    '| Debian 12 | distribution, v20.19.2 | root | refused in one line, 60 s | not run | 200 | abc1234 | yes |',
  ]);
});
