import { maskCardData } from '../cards/mask-card-data';
import type { RunStep } from '../bridge/saved-requests';
import type { ExpectationResult } from './saved-requests';
import { describeExpectation } from './describe-expectation';
import { whyNotRun } from './why-not-run';
import { EXPECTED_BY_ITSELF, isAsExpected, isOpen } from './run-outcome';

/** The result of one request of a run. */
export interface ReportedCase {
  readonly folder: string;
  readonly name: string;
  readonly state: RunStep | { readonly kind: 'waiting' };
  /** The answer in a few words, or why there is none. */
  readonly answer: string | null;
}

/** A run in a form for other programs. */
export interface ReportedRun {
  readonly title: string;
  readonly cases: readonly ReportedCase[];
  readonly startedAt: Date;
  /** The profile under which it was sent. */
  readonly profile: string;
}

/**
 * The report as JUnit XML, which every CI server reads: a suite for each folder, a case for each request. Card
 * numbers and security codes are masked.
 */
export function junitReport({ title, cases, startedAt, profile }: ReportedRun): string {
  const folders = [...new Set(cases.map(({ folder }) => folder))];
  const suites = folders.map((folder) => {
    const inside = cases.filter((one) => one.folder === folder);
    const suite = { name: folder === '' ? title : folder, timestamp: startedAt.toISOString().slice(0, 19) };
    return [
      `  <testsuite${attributes({ ...suite, ...counts(inside) })}>`,
      `    <properties><property${attributes({ name: 'profile', value: profile })}/></properties>`,
      ...inside.map((one) => testCase(one, suite.name)),
      '  </testsuite>',
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: title, ...counts(cases) })}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

type CaseEnd = 'passed' | 'failure' | 'error' | 'skipped';

/**
 * JUnit distinguishes a result that was not as expected (a failure) from a case that could not be tried (an error).
 */
function endOf({ state }: ReportedCase): CaseEnd {
  switch (state.kind) {
    case 'done':
      if (state.answer === null || isOpen(state)) return 'error';
      return isAsExpected(state) ? 'passed' : 'failure';
    case 'refused':
      return 'error';
    case 'waiting':
    case 'running':
    case 'skipped':
    case 'cancelled':
    case 'stopped':
    case 'deleted':
      return 'skipped';
  }
}

function counts(cases: readonly ReportedCase[]): Record<string, string> {
  const ends = cases.map(endOf);
  const count = (end: CaseEnd): string => String(ends.filter((one) => one === end).length);
  const ms = cases.reduce((sum, { state }) => sum + (state.kind === 'done' ? state.ms : 0), 0);
  return {
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(ms),
  };
}

function testCase(one: ReportedCase, suite: string): string {
  const { name, state } = one;
  const time = seconds(state.kind === 'done' ? state.ms : 0);
  const open = `    <testcase${attributes({ name, classname: suite, time })}`;
  const end = endOf(one);
  if (end === 'passed') return `${open}/>`;
  const [message, text] = wordsOf(one);
  return `${open}>\n      <${end}${attributes({ message })}>${escaped(text)}</${end}>\n    </testcase>`;
}

/** The same in one line, and in as many as it takes. */
function wordsOf({ state, answer }: ReportedCase): readonly [message: string, text: string] {
  switch (state.kind) {
    case 'done': {
      const unmet = state.results.filter(({ met }) => !met).map(describeUnmet);
      if (state.answer === null || isOpen(state)) {
        const words = [answer, state.why].filter(Boolean).join('. ');
        return [words, words];
      }
      if (unmet.length === 0) unmet.push(`${EXPECTED_BY_ITSELF}: found ${state.answer}`);
      return [unmet[0] ?? '', unmet.join('\n')];
    }
    case 'refused': {
      const { title, meaning, nextStep } = state.problem;
      return [title, `${title}. ${meaning} ${nextStep}`];
    }
    case 'skipped':
    case 'cancelled':
    case 'stopped':
    case 'deleted':
      return ['Not run', `Not run. ${whyNotRun(state)}`];
    case 'waiting':
    case 'running':
      return ['Not run', 'Not run'];
  }
}

function describeUnmet({ expectation, found }: ExpectationResult): string {
  return `${describeExpectation(expectation)}: found ${found}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function attributes(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => ` ${name}="${escaped(value).replace(/"/g, '&quot;').replace(/\s/g, space)}"`)
    .join('');
}

/** A parser turns any other white space in an attribute into a space. */
function space(character: string): string {
  return character === ' ' ? ' ' : `&#${character.charCodeAt(0)};`;
}

/** XML cannot contain control characters or lone surrogates, not even escaped. */
function escaped(text: string): string {
  return maskCardData(text)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;');
}
