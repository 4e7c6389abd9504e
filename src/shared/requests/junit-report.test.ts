import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExpectationResult } from './saved-requests';
import { junitReport, type ReportedCase } from './junit-report';
import { describeRunAnswer } from './run-outcome';

/** Parses it with a real XML reader. */
const READ = `
import json, sys, xml.etree.ElementTree as T
def read(e):
    return {'tag': e.tag, 'attributes': e.attrib, 'text': e.text or '', 'children': [read(c) for c in e]}
print(json.dumps([read(T.fromstring(text.encode('utf-8'))) for text in json.load(sys.stdin)]))
`;
interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly Element[];
}
function readAll(texts: readonly string[]): Element[] {
  return JSON.parse(
    execFileSync('python3', ['-c', READ], { input: JSON.stringify(texts), encoding: 'utf8' }),
  );
}
function allOf(element: Element, tag: string): Element[] {
  return [
    ...(element.tag === tag ? [element] : []),
    ...element.children.flatMap((child) => allOf(child, tag)),
  ];
}

function line(name: string, state: ReportedCase['state'], folder = 'Cards'): ReportedCase {
  return {
    folder,
    name,
    state,
    answer: describeRunAnswer(state),
  };
}
function done(
  results: readonly ExpectationResult[],
  answer: string | null = '200 OK',
  mayHaveArrived = answer === null,
): ReportedCase['state'] {
  return {
    kind: 'done',
    exchangeId: 'x',
    answer,
    why: answer === null ? 'The line was cut' : null,
    wasSent: answer !== null || mayHaveArrived,
    mayHaveArrived,
    ms: 84.4,
    results,
  };
}
const unmet = (path: string, value: string, found: string): ExpectationResult => ({
  expectation: { kind: 'json-path', path, is: { how: 'equals', value } },
  met: false,
  found,
});
const STATUS: ExpectationResult = { expectation: { kind: 'status', status: 200 }, met: true, found: '200' };
const run = (lines: readonly ReportedCase[], title = 'Smoke test') =>
  junitReport({ title, cases: lines, startedAt: new Date('2026-11-22T10:00:00Z'), profile: 'Sandbox EU' });

describe('the report as JUnit', () => {
  it('without expectations, passes a success and nothing else', () => {
    const answers = ['201 Created', '502 Bad Gateway', '302 Found', null];
    const [suites] = readAll([run(answers.map((answer) => line(`${answer}`, done([], answer))))]);
    const cases = suites ? allOf(suites, 'testcase') : [];
    expect(cases.map(({ children }) => children[0]?.tag ?? 'passed')).toEqual([
      'passed',
      'failure',
      'failure',
      'error',
    ]);
    expect(cases[1]?.children[0]?.text).toBe('a success (2xx): found 502 Bad Gateway');
  });

  it('has a suite for each folder, with names, times and what was found', () => {
    const problem = {
      code: 'x',
      title: 'No secret',
      meaning: 'It is gone.',
      nextStep: 'Enter it.',
      detail: null,
    };
    const [root] = readAll([
      run([
        line(
          'Charge',
          done([STATUS, unmet('$.id', '"a"', '"b"'), unmet('$.n', '1', 'nothing at this path')]),
        ),
        line('Pay', done([STATUS])),
        line('Lost', done([], null), 'Other'),
        line('Left open', done([], '504 Gateway Timeout', true), 'Other'),
        line('Gone', { kind: 'refused', problem }, 'Other'),
        line('Left', { kind: 'cancelled', why: 'the profile was switched' }, ''),
      ]),
    ]);
    if (root === undefined) throw new Error('nothing was read');
    const OPEN = '504 Gateway Timeout: it may have been carried out';
    const whole = { tests: '6', failures: '1', errors: '3', skipped: '1', time: '0.338' };
    expect(root.attributes).toEqual({ name: 'Smoke test', ...whole });
    expect(root.children.map(({ attributes: { name, tests, time } }) => [name, tests, time])).toEqual([
      ['Cards', '2', '0.169'],
      ['Other', '3', '0.169'],
      ['Smoke test', '1', '0.000'],
    ]);
    expect(
      allOf(root, 'testcase').map(({ attributes, children }) => [
        attributes.name,
        attributes.time,
        ...children.flatMap((child) => [child.tag, child.attributes.message, child.text]),
      ]),
    ).toEqual([
      [
        'Charge',
        '0.084',
        'failure',
        '$.id equals "a": found "b"',
        '$.id equals "a": found "b"\n$.n equals 1: found nothing at this path',
      ],
      ['Pay', '0.084'],
      [
        'Lost',
        '0.084',
        'error',
        'Outcome unknown: it may have arrived. The line was cut',
        'Outcome unknown: it may have arrived. The line was cut',
      ],
      ['Left open', '0.084', 'error', OPEN, OPEN],
      ['Gone', '0.000', 'error', 'No secret', 'No secret. It is gone. Enter it.'],
      ['Left', '0.000', 'skipped', 'Not run', 'Not run. The run was cancelled: the profile was switched.'],
    ]);
    expect(allOf(root, 'property')[0]?.attributes).toEqual({ name: 'profile', value: 'Sandbox EU' });
  });

  it('is valid XML with exactly its text, whatever it contains', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[<>&"'\t\r\n \]a-z]{0,20}$/),
      fc.constantFrom(']]>', '<!--', '&amp;', '\ud800', '\0', '\ufffe', '😀'),
    );
    const readable = (given: string): string =>
      given.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
    const cases = fc.sample(fc.tuple(text, text, text), { numRuns: 300, seed: 16 });
    const roots = readAll(
      cases.map(([name, value, found]) => run([line(name, done([unmet('$.a', `${value}.`, found)]))])),
    );
    expect(roots).toHaveLength(300);
    roots.forEach((root, at) => {
      const [name = '', value = '', found = ''] = cases[at] ?? [];
      expect(allOf(root, 'testcase')[0]?.attributes.name).toBe(readable(name));
      expect(allOf(root, 'failure')[0]?.text).toBe(readable(`$.a equals ${value}.: found ${found}`));
      expect(allOf(root, 'failure')[0]?.attributes.message).toBe(
        readable(`$.a equals ${value}.: found ${found}`),
      );
    });
  });

  it('contains no card number and no security code', () => {
    const card = '4111111111111111';
    const text = run(
      [
        line(
          `Pay ${card}`,
          done([
            unmet('$.number', `"${card}"`, card),
            unmet("$.card['cvv']", '"987"', '"•••"'),
            unmet('$.cvv', '987', '"••• (number)"'),
            unmet('$', '1', `{"cvv":"987","number":"${card}"}`),
          ]),
        ),
      ],
      `With ${card}`,
    );
    expect(text).toContain('411111');
    expect(text).not.toMatch(/4111111111111111|987/);
    expect(readAll([text])).toHaveLength(1);
  });
});
