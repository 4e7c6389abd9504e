// Reads the test runners' own JSON reports and adds them up.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repoRoot } from '../setup/paths.mjs';
import { readJson } from '../setup/stamps.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Tally */

const isCount = (value) => Number.isInteger(value) && value >= 0;

const unreadable = (runner) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  notes: [`${runner} left no report that can be read`],
});

/** A run without any tests, or a runner that reports failure without a failed test, also counts as a failure. */
function completed(runner, tally, runnerFailed) {
  if (tally.passed + tally.failed === 0) {
    return { ...tally, failed: 1, notes: [...tally.notes, `${runner} ran no test`] };
  }
  if (runnerFailed && tally.failed === 0) {
    return { ...tally, failed: 1, notes: [...tally.notes, `${runner} failed outside its tests`] };
  }
  return tally;
}

/** The summary names what failed, because a CI system may keep only the end of the output. */
const MAX_NOTE_CHARS = 400;
function failure(name, message) {
  const [line = ''] = stripVTControlCharacters(String(message ?? '')).split('\n');
  return `${name}: ${line}`.slice(0, MAX_NOTE_CHARS);
}

/**
 * @param {unknown} report Vitest's JSON report (Jest's format)
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests,
    numTodoTests = 0,
    testResults,
    success,
  } = report ?? {};
  if (![passed, numFailedTests, numPendingTests].every(isCount) || !Array.isArray(testResults))
    return unreadable('vitest');
  // A file that could not be loaded contains no test that could fail.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) =>
        failure(`${relative(repoRoot, file.name)} › ${test.fullName}`, test.failureMessages?.[0]),
      ),
  );
  const notes = [
    ...broken.map((file) => failure(`vitest could not run ${file.name}`, file.message)),
    ...failed,
  ];
  const tally = {
    passed,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    notes,
  };
  return completed('vitest', tally, success !== true);
}

/** The failed tests of a suite and of the suites inside it. */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const results = spec.tests.flatMap((test) => test.results);
      return failure(`${spec.file} › ${spec.title}`, results.find(({ error }) => error)?.error.message);
    });
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Tally}
 */
export function tallyPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report?.stats ?? {};
  if (![expected, unexpected, flaky, skipped].every(isCount)) return unreadable('playwright');
  const errors = report.errors ?? [];
  const notes = [
    ...errors.map((error) => failure('playwright', error.message)),
    ...(report.suites ?? []).flatMap(failedSpecs),
  ];
  // A test that passes only on the second attempt cannot be relied on.
  const tally = { passed: expected, failed: unexpected + flaky + errors.length, skipped, notes };
  return completed('playwright', tally, false);
}

export const readVitestReport = (file) => tallyVitest(readJson(file));
export const readPlaywrightReport = (file) => tallyPlaywright(readJson(file));

/** @param {Tally[]} tallies @returns {Tally} */
export function sumTallies(tallies) {
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    notes: tallies.flatMap((tally) => tally.notes),
  };
}
