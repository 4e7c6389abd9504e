import type { Comparison, Expectation } from './saved-requests';

/** An expectation in words: what is looked at, how, and with what; the first and the last may be empty. */
export interface ExpectationWords {
  readonly what: string;
  readonly how: string;
  readonly value: string;
}

export function expectationWords(expectation: Expectation): ExpectationWords {
  switch (expectation.kind) {
    case 'status':
      return { what: '', how: 'status', value: String(expectation.status) };
    case 'time':
      return { what: '', how: 'answered within', value: `${expectation.withinMs} ms` };
    case 'header':
      return { what: `header ${expectation.name}`, ...comparisonWords(expectation.is) };
    case 'json-path':
      return { what: expectation.path, ...comparisonWords(expectation.is) };
  }
}

/** `$.status equals "approved"`. */
export function describeExpectation(expectation: Expectation): string {
  const { what, how, value } = expectationWords(expectation);
  return [what, how, value].filter((part) => part !== '').join(' ');
}

function comparisonWords(is: Comparison): Omit<ExpectationWords, 'what'> {
  switch (is.how) {
    case 'equals':
      return { how: 'equals', value: is.value };
    case 'contains':
      return { how: 'contains', value: is.text };
    case 'matches':
      return { how: 'matches', value: is.pattern };
    case 'exists':
      return { how: 'exists', value: '' };
    case 'missing':
      return { how: 'does not exist', value: '' };
    case 'kept':
      return { how: 'is kept as', value: `\${${is.as}}` };
  }
}
