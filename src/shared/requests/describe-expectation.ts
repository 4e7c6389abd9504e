import { maskCardText, maskCardValue } from '../cards/mask-card-data';
import type { Comparison, Expectation } from './saved-requests';
import { writeVariable } from './variables';

/** An expectation in words: its kind, what is looked at, how, and against what; all but `how` may be empty. */
export interface ExpectationWords {
  readonly kind: string;
  readonly what: string;
  readonly how: string;
  readonly value: string;
}

export function expectationWords(expectation: Expectation): ExpectationWords {
  switch (expectation.kind) {
    case 'status':
      return { kind: '', what: '', how: 'status', value: String(expectation.status) };
    case 'time':
      return { kind: '', what: '', how: 'answered within', value: `${expectation.withinMs} ms` };
    case 'header':
      return { kind: 'header', what: expectation.name, ...comparisonWords(expectation.is) };
    case 'json-path':
      return { kind: '', what: expectation.path, ...comparisonWords(expectation.is) };
  }
}

/** `$.status equals "approved"`; card data is masked, because this is written into reports. */
export function describeExpectation(expectation: Expectation): string {
  const { kind, what, how, value } = expectationWords(expectation);
  return [kind, what, how, maskedAt(expectation, value)].filter((part) => part !== '').join(' ');
}

/** What is expected or was found, safe to write down: card data is masked, and a security code by its place. */
export function maskedAt(expectation: Expectation, written: string): string {
  switch (expectation.kind) {
    case 'status':
    case 'time':
      return written;
    case 'header':
      return maskCardText(expectation.name, written);
    case 'json-path': {
      const names = expectation.path.split(/[.[\]'"]+/).filter((part) => part !== '');
      return maskCardValue(names, written);
    }
  }
}

function comparisonWords(is: Comparison): Omit<ExpectationWords, 'kind' | 'what'> {
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
      return { how: 'is kept as', value: writeVariable(is.as) };
  }
}
