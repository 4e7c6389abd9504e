import { describeExpectation } from '@shared/requests/describe-expectation';
import type { Comparison, Expectation } from '@shared/requests/saved-requests';
import { parseJsonPath } from '@shared/json-path/json-path';
import type { Segment } from '@shared/json-path/path-types';
import type { Markers } from './script-text';

export interface K6Checks {
  /** Members of the object that `check` takes. */
  readonly lines: readonly string[];
  /** Statements that keep values for later requests. */
  readonly keeps: readonly string[];
  /** The variables that `keeps` sets. */
  readonly kept: readonly string[];
  readonly notes: readonly string[];
}

/** The expectations as checks of k6; a path with more than names, indexes and `*` cannot become one. */
export function checksOf(expectations: readonly Expectation[], markers: Markers): K6Checks {
  const lines: string[] = [];
  const keeps: string[] = [];
  const kept: string[] = [];
  const notes: string[] = [];
  for (const expectation of expectations) {
    const words = describeExpectation(expectation);
    const test = testOf(expectation, markers);
    if (test === null) {
      notes.push(`not checked by k6: ${words}`);
      continue;
    }
    lines.push(`[${markers.literal(words.replace(/:{2,}/g, ':'))}]: (it) => ${test}`);
    if ('is' in expectation && expectation.is.how === 'kept') {
      kept.push(expectation.is.as);
      keeps.push(`keep(kept, '${expectation.is.as}', ${foundBy(expectation, 'answer', markers) ?? '[]'});`);
    }
  }
  return { lines, keeps, kept, notes };
}

function testOf(expectation: Expectation, markers: Markers): string | null {
  switch (expectation.kind) {
    case 'status':
      return `it.status === ${expectation.status}`;
    case 'time':
      return `it.timings.duration <= ${expectation.withinMs}`;
    case 'header':
    case 'json-path': {
      const found = foundBy(expectation, 'it', markers);
      return (
        found && `fits(${found}, ${comparison(expectation.is, expectation.kind === 'json-path', markers)})`
      );
    }
  }
}

/** Code for what there is at a path, or for the values of a header, as an array. */
function foundBy(
  expectation: Extract<Expectation, { is: Comparison }>,
  answer: string,
  markers: Markers,
): string | null {
  if (expectation.kind === 'header') return `headerOf(${answer}, ${markers.literal(expectation.name)})`;
  const path = parseJsonPath(expectation.path);
  const steps = path.ok ? stepsOf(path.segments, markers) : null;
  return steps && `valuesAt(${answer}, ${steps})`;
}

/** Code for the steps of a path as an array: names, indexes, and null for every child. */
function stepsOf(segments: readonly Segment[], markers: Markers): string | null {
  const steps: string[] = [];
  for (const { descendant, selectors } of segments) {
    const [selector, other] = selectors;
    if (descendant || selector === undefined || other !== undefined) return null;
    if (selector.kind === 'name') steps.push(markers.literal(selector.name));
    else if (selector.kind === 'index') steps.push(String(selector.index));
    else if (selector.kind === 'wildcard') steps.push('null');
    else return null;
  }
  return `[${steps.join(', ')}]`;
}

function comparison(is: Comparison, json: boolean, markers: Markers): string {
  switch (is.how) {
    case 'equals': {
      const value = markers.literal(is.value);
      return json ? `(found) => same(found, JSON.parse(${value}))` : `(found) => found === ${value}`;
    }
    case 'contains':
      return `(found) => textOf(found).includes(${markers.literal(is.text)})`;
    case 'matches':
      // JavaScript has no `\-` outside of brackets.
      return `(found) => new RegExp(${markers.literal(is.pattern.replace(/\\-/g, '\\x2d'))}, 'u').test(textOf(found))`;
    case 'exists':
      return '() => true';
    case 'kept':
      return '(found, at, all) => all.length === 1';
    case 'missing':
      return 'null';
  }
}

/** The functions that the checks call. */
export const CHECK_FUNCTIONS = `
/** All of what was found in JSON fits, or there is nothing where there should be nothing. Numbers are as JavaScript reads them. */
function fits(found, test) {
  if (found === null) return false;
  return test === null ? found.length === 0 : found.length > 0 && found.every(test);
}

function headerOf(answer, name) {
  const known = Object.keys(answer.headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return known === undefined ? [] : [answer.headers[known]];
}

function valuesAt(answer, steps) {
  let found;
  try {
    found = [JSON.parse(answer.body)];
  } catch (error) {
    return null;
  }
  for (const step of steps) found = found.flatMap((value) => childrenAt(value, step));
  return found;
}

function childrenAt(value, step) {
  if (typeof value !== 'object' || value === null) return [];
  if (step === null) return Object.values(value);
  if (Array.isArray(value) !== (typeof step === 'number')) return [];
  const key = typeof step === 'number' && step < 0 ? value.length + step : step;
  return Object.prototype.hasOwnProperty.call(value, key) ? [value[key]] : [];
}

/** Keeps the value if there is exactly one. */
function keep(kept, name, found) {
  delete kept[name];
  if (found !== null && found.length === 1) kept[name] = textOf(found[0]);
}

/** Throws if there is no value, so that nothing is sent without it. */
function keptValue(kept, name) {
  if (kept[name] === undefined) throw new Error('No answer has given a value to ' + name);
  return kept[name];
}

function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function same(one, other) {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.prototype.hasOwnProperty.call(other, key) && same(one[key], other[key]))
  );
}
`;
