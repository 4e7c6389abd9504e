import { isHttpToken, sameHeaderName } from '../http/http-fields';
import type { ReceivedResponse } from '../http/exchange';
import { diffJson } from '../json/json-diff';
import { parseJsonTree, sourceOf, stringOf, type JsonTree } from '../json/json-tree';
import { parseIRegexp } from '../json-path/i-regexp';
import { parseJsonPath } from '../json-path/json-path';
import { Allowance, selectJson } from '../json-path/select-json';
import { maskSecretHeaders } from '../secrets/mask-secret-headers';
import { shortenEnd } from '../text/shorten-end';
import { maskedAt } from './describe-expectation';
import { isDynamicValue, isVariableName } from './variables';
import type { Comparison, Expectation, ExpectationResult } from './saved-requests';

const MAX_FOUND_LENGTH = 200;
/**
 * The limit for all expectations of one answer together: they may come from anybody's file, and are checked in one
 * go.
 */
const MAX_PAUSES = 100;
/** How many characters are searched in about the time between two pauses. */
const CHARACTERS_PER_PAUSE = 1_000_000;
/** UTF-16 units. */
const MAX_KEPT_LENGTH = 10_000;
const MAX_WITHIN_MS = 3_600_000;

/** An answer, or what is known about it: null stands for none. */
export interface AnswerToCheck {
  readonly response: ReceivedResponse | null;
  readonly totalMs: number;
}

/** Compares an answer with what was expected, and extracts the values that the rest of a run needs. */
export function checkAnswer(expectations: readonly Expectation[], answer: AnswerToCheck): CheckedAnswer {
  const checker = new Checker(answer);
  const results = expectations.map((expectation) => {
    const { met, found } = checker.check(expectation);
    // It is reported beside the answer, out of context.
    return { expectation, met, found: shortenEnd(maskedAt(expectation, found), MAX_FOUND_LENGTH) };
  });
  return { results, kept: checker.kept };
}

export interface CheckedAnswer {
  readonly results: readonly ExpectationResult[];
  /** Values for the variables of the rest of the run: a string decoded, anything else as written. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Null if the expectation can be checked; otherwise what is wrong with it. */
export function expectationProblem(expectation: Expectation): string | null {
  switch (expectation.kind) {
    case 'status':
      return isStatus(expectation.status) ? null : 'A status is a number from 100 to 599.';
    case 'time':
      return isWholeIn(expectation.withinMs, 1, MAX_WITHIN_MS)
        ? null
        : 'A time is a whole number of milliseconds, an hour at most.';
    case 'header':
      return isHttpToken(expectation.name)
        ? comparisonProblem(expectation.is)
        : 'A header’s name has letters, digits and dashes, and no spaces.';
    case 'json-path': {
      const path = parseJsonPath(expectation.path);
      if (!path.ok) return path.refusal.message;
      if (expectation.is.how !== 'equals') return comparisonProblem(expectation.is);
      const value = parseJsonTree(expectation.is.value);
      return value.ok
        ? null
        : `The expected value is not JSON: ${value.problem.reason} A text stands in quotes.`;
    }
  }
}

/** False for other numbers that a server answers with, such as 999: they are not HTTP's. */
export function isStatus(status: number): boolean {
  return isWholeIn(status, 100, 599);
}

function isWholeIn(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}

function comparisonProblem(is: Comparison): string | null {
  switch (is.how) {
    case 'contains':
      return is.text === '' ? 'Every answer contains nothing: enter a text.' : null;
    case 'matches':
      if (is.pattern === '') return 'Enter a regular expression.';
      return parseIRegexp(is.pattern) === null
        ? 'This is not a regular expression of RFC 9485, or it is too long. It has no \\d, \\w or (?: ): write [0-9], [A-Za-z0-9_] and ( ).'
        : null;
    case 'kept':
      return isVariableName(is.as) && !isDynamicValue(is.as)
        ? null
        : 'A variable has a name of its own, of letters, digits, dots, hyphens and underscores.';
    case 'equals':
    case 'exists':
    case 'missing':
      return null;
  }
}

type CheckResult = Pick<ExpectationResult, 'met' | 'found'>;

const TOO_MUCH: CheckResult = { met: false, found: 'more than can be checked' };

class Checker {
  private readonly allowance = new Allowance(MAX_PAUSES);
  readonly kept = new Map<string, string>();
  private tree: JsonTree | CheckResult | null = null;

  constructor(private readonly answer: AnswerToCheck) {}

  check(expectation: Expectation): CheckResult {
    const { response, totalMs } = this.answer;
    if (response === null) return { met: false, found: 'no answer' };
    switch (expectation.kind) {
      case 'status':
        return { met: response.status === expectation.status, found: String(response.status) };
      case 'time':
        return { met: totalMs <= expectation.withinMs, found: `${Math.ceil(totalMs)} ms` };
      case 'header':
        return this.checkHeader(response, expectation.name, expectation.is);
      case 'json-path':
        return this.checkPath(response, expectation.path, expectation.is);
    }
  }

  private checkHeader({ headers }: ReceivedResponse, name: string, is: Comparison): CheckResult {
    const values = headers.filter(([given]) => sameHeaderName(given, name)).map(([, value]) => value);
    const [first] = values;
    if (first === undefined) return { met: is.how === 'missing', found: 'no such header' };
    const shown = maskSecretHeaders(values.map((value) => [name, value]));
    const found = shown.map(([, value]) => value).join(', ');
    if (is.how === 'missing') return { met: false, found };
    if (is.how === 'kept') return this.keep(is.as, values, found);
    const test = this.testFor(is);
    const fits = values.map((value) => test(value, () => is.how === 'equals' && value === is.value));
    if (fits.includes(null)) return TOO_MUCH;
    return { met: fits.includes(true), found };
  }

  private checkPath(response: ReceivedResponse, written: string, is: Comparison): CheckResult {
    const path = parseJsonPath(written);
    if (!path.ok) return { met: false, found: `the path cannot be read: ${path.refusal.message}` };
    this.tree ??= treeOf(response);
    const { tree } = this;
    if ('met' in tree) return tree;
    const nodes = selectJson(tree, path.segments, this.allowance);
    if (nodes === null) return TOO_MUCH;
    // A node that is selected in several ways is compared once.
    const found = [...new Set(nodes)];
    const [first] = found;
    if (first === undefined) return { met: is.how === 'missing', found: 'nothing at this path' };
    if (is.how === 'missing') return { met: false, found: sourceOf(tree, first) };
    if (is.how === 'kept') {
      const texts = found.map((node) => stringOf(tree, node) ?? sourceOf(tree, node));
      return this.keep(is.as, texts, sourceOf(tree, first));
    }
    const test = this.testFor(is);
    for (const node of found) {
      const source = sourceOf(tree, node);
      const equals = (): boolean => is.how === 'equals' && diffJson(is.value, source)?.length === 0;
      const fits = test(stringOf(tree, node) ?? source, equals);
      if (fits === null) return TOO_MUCH;
      if (!fits) return { met: false, found: source };
    }
    return { met: true, found: sourceOf(tree, first) };
  }

  private keep(name: string, values: readonly string[], found: string): CheckResult {
    const [value = '', ...others] = values;
    if (others.length > 0) return { met: false, found: `${values.length} values, of which none was kept` };
    if (value.length > MAX_KEPT_LENGTH) return { met: false, found: 'a value that is too long to be kept' };
    this.kept.set(name, value);
    return { met: true, found };
  }

  /** Prepares one comparison; its test returns null if it takes more than is allowed. */
  private testFor(is: Comparison): (text: string, equals: () => boolean) => boolean | null {
    const regexp = is.how === 'matches' ? parseIRegexp(is.pattern) : null;
    return (text, equals) => {
      if (!this.allowance.spend(text.length / CHARACTERS_PER_PAUSE)) return null;
      switch (is.how) {
        case 'equals':
          return equals();
        case 'contains':
          return text.includes(is.text);
        case 'matches':
          return regexp !== null && this.allowance.complete(regexp.matching(text, false));
        case 'exists':
        case 'kept':
          return true;
        case 'missing':
          return false;
      }
    };
  }
}

function treeOf({ body }: ReceivedResponse): JsonTree | CheckResult {
  if (body.kind === 'stored') return { met: false, found: 'a body that is too large to be checked' };
  if (body.kind === 'none') return { met: false, found: 'no body' };
  const read = parseJsonTree(body.text);
  return read.ok ? read.tree : { met: false, found: 'a body that is not JSON' };
}
