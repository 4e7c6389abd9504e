import { diffJson } from '../json/json-diff';
import type { ReceivedResponse } from '../http/exchange';
import { parseJsonPath } from '../json-path/json-path';
import { selectJson } from '../json-path/select-json';
import { parseJsonTree, sourceOf } from '../json/json-tree';
import type { Expectation, ExpectationResult } from './saved-requests';

const MAX_FOUND_LENGTH = 200;

/** Compares an answer with what was expected of it; null stands for no answer. */
export function checkExpectations(
  expectations: readonly Expectation[],
  response: ReceivedResponse | null,
): ExpectationResult[] {
  return expectations.map((expectation) => ({ expectation, ...check(expectation, response) }));
}

/** Null when the expectation can be checked; else what is wrong with it. */
export function expectationProblem(expectation: Expectation): string | null {
  if (expectation.kind === 'status') {
    const { status } = expectation;
    return Number.isInteger(status) && status >= 100 && status <= 599
      ? null
      : 'A status is a number from 100 to 599.';
  }
  const path = parseJsonPath(expectation.path);
  if (!path.ok) return path.refusal.message;
  const value = parseJsonTree(expectation.equals);
  return value.ok ? null : `The expected value is not JSON: ${value.problem.reason} A text stands in quotes.`;
}

type CheckResult = Pick<ExpectationResult, 'met' | 'found'>;

function check(expectation: Expectation, response: ReceivedResponse | null): CheckResult {
  if (response === null) return { met: false, found: 'no answer' };
  if (expectation.kind === 'status') {
    return { met: response.status === expectation.status, found: String(response.status) };
  }
  const path = parseJsonPath(expectation.path);
  if (!path.ok) return { met: false, found: `the path cannot be read: ${path.refusal.message}` };
  if (response.body.kind !== 'text') return { met: false, found: 'a body that is not JSON text' };
  const body = parseJsonTree(response.body.text);
  if (!body.ok) return { met: false, found: 'a body that is not JSON' };
  const nodes = selectJson(body.tree, path.segments);
  if (nodes === null) return { met: false, found: 'this path selects too much to be checked' };
  // What is selected in several ways is compared once.
  const found = [...new Set(nodes)].map((node) => sourceOf(body.tree, node));
  const [first] = found;
  if (first === undefined) return { met: false, found: 'nothing at this path' };
  const other = found.find((text) => diffJson(expectation.equals, text)?.length !== 0);
  return { met: other === undefined, found: truncate(other ?? first) };
}

function truncate(text: string): string {
  return text.length > MAX_FOUND_LENGTH ? `${text.slice(0, MAX_FOUND_LENGTH)}…` : text;
}
