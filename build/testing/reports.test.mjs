import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../setup/paths.mjs';
import { sumTallies, readVitestReport, tallyPlaywright, tallyVitest } from './reports.mjs';

const vitestReport = (more = {}) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  success: true,
  testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{}, {}, {}] }],
  ...more,
});
const playwrightReport = (stats = {}, errors = []) => ({
  stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe("vitest's report", () => {
  it('gives its counts', () => {
    const report = vitestReport({ numFailedTests: 2, numPendingTests: 1, success: false });
    expect(tallyVitest(report)).toMatchObject({ passed: 3, failed: 2, skipped: 1 });
  });

  it('counts a file that could not be loaded', () => {
    const broken = {
      name: 'broken.test.ts',
      status: 'failed',
      message: 'Cannot find module\nat x.ts',
      assertionResults: [],
    };
    const tally = tallyVitest(vitestReport({ success: false, testResults: [broken] }));
    expect(tally).toMatchObject({
      passed: 3,
      failed: 1,
      notes: ['vitest could not run broken.test.ts: Cannot find module'],
    });
  });

  it('names each failed test with the first line of its message', () => {
    const failed = {
      name: join(repoRoot, 'src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        {
          status: 'failed',
          fullName: 'takes away',
          failureMessages: ['Error: 1 is not 2\n  at a.test.ts:3'],
        },
      ],
    };
    expect(
      tallyVitest(vitestReport({ numFailedTests: 1, success: false, testResults: [failed] })).notes,
    ).toEqual(['src/a.test.ts › takes away: Error: 1 is not 2']);
  });

  it('counts a failure outside the tests (an unhandled rejection)', () => {
    expect(tallyVitest(vitestReport({ success: false }))).toMatchObject({ passed: 3, failed: 1 });
  });

  it('counts a run without tests as failed', () => {
    expect(tallyVitest(vitestReport({ numPassedTests: 0, testResults: [] }))).toMatchObject({ failed: 1 });
  });

  it.each([undefined, null, {}, [], { numPassedTests: 'many' }, { numPassedTests: -1 }])(
    'counts as one failure when it is %j',
    (report) => expect(tallyVitest(report)).toMatchObject({ passed: 0, failed: 1 }),
  );

  it('counts as one failure if the file is missing', () => {
    expect(readVitestReport('/no/such/report.json')).toMatchObject({
      failed: 1,
      notes: ['vitest left no report that can be read'],
    });
  });
});

describe("playwright's report", () => {
  it('gives its counts', () => {
    expect(tallyPlaywright(playwrightReport({ unexpected: 1, skipped: 4 }))).toMatchObject({
      passed: 2,
      failed: 1,
      skipped: 4,
    });
  });

  it('names each failed test with the first line of its message, without colours', () => {
    const spec = (title, ok, results) => ({ title, ok, file: 'a.spec.ts', tests: [{ results }] });
    const failed = spec('opens', false, [
      {},
      { error: { message: '\u001b[31mError: no window\u001b[39m\nCall log' } },
    ]);
    const suites = [{ specs: [spec('closes', true, [{}])], suites: [{ specs: [failed] }] }];
    expect(tallyPlaywright({ ...playwrightReport({ unexpected: 1 }), suites }).notes).toEqual([
      'a.spec.ts › opens: Error: no window',
    ]);
  });

  it('counts a flaky test as failed', () => {
    expect(tallyPlaywright(playwrightReport({ flaky: 1 }))).toMatchObject({ passed: 2, failed: 1 });
  });

  it('counts errors outside the tests', () => {
    const tally = tallyPlaywright(playwrightReport({}, [{ message: 'worker died\nat x' }]));
    expect(tally).toMatchObject({ passed: 2, failed: 1, notes: ['playwright: worker died'] });
  });

  it('counts a run without tests, or no report, as failed', () => {
    expect(tallyPlaywright(playwrightReport({ expected: 0 }))).toMatchObject({ failed: 1 });
    expect(tallyPlaywright(undefined)).toMatchObject({ passed: 0, failed: 1 });
  });
});

it('tallies are added up', () => {
  const one = { passed: 1, failed: 2, skipped: 0, notes: ['x'] };
  const other = { passed: 10, failed: 0, skipped: 3, notes: [] };
  expect(sumTallies([one, other])).toEqual({ passed: 11, failed: 2, skipped: 3, notes: ['x'] });
});
