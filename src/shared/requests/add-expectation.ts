import type { Expectation } from './saved-requests';

/** The expectations with one more, in place of those that it contradicts. The same list if it is already there. */
export function addExpectation(
  expectations: readonly Expectation[],
  added: Expectation,
): readonly Expectation[] {
  const text = JSON.stringify(added);
  if (expectations.some((one) => JSON.stringify(one) === text)) return expectations;
  const at = expectations.findIndex((one) => contradicts(one, added));
  return at === -1
    ? [...expectations, added]
    : expectations.map((one, index) => (index === at ? added : one));
}

/** True if no answer can meet both, or if one says less than the other. */
function contradicts(one: Expectation, added: Expectation): boolean {
  switch (one.kind) {
    case 'status':
    case 'time':
      return one.kind === added.kind;
    case 'json-path':
      return added.kind === 'json-path' && one.path === added.path && isExact(one) && isExact(added);
    case 'header':
      return added.kind === 'header' && one.name === added.name && isExact(one) && isExact(added);
  }
}

function isExact({ is }: Extract<Expectation, { is: unknown }>): boolean {
  return is.how === 'equals' || is.how === 'missing';
}
