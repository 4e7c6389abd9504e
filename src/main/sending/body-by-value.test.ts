import { describe, expect, it } from 'vitest';
import { bodyByValue } from './body-by-value';

describe('a body of GraphQL', () => {
  const body = (query: string, others: object = {}): string =>
    bodyByValue(JSON.stringify({ query, ...others }));
  const CHARGE = 'mutation { charge(amount: 100, note: "a  b") { id status } }';

  it.each([
    ['laid out', 'mutation {\n  charge(amount: 100, note: "a  b") {\n    id\n    status\n  }\n}\n', {}],
    ['without commas', 'mutation{charge(amount:100 note:"a  b"){id,status}}', {}],
    ['with a comment', 'mutation { # "charges\n charge(amount: 100, note: "a  b") { id status } }', {}],
    ['with empty members', CHARGE, { operationName: null, variables: {}, extensions: null }],
  ])('counts as the same %s', (_how, query, others) => {
    expect(body(query, others)).toBe(body(CHARGE));
  });

  it.each([
    ['a string', CHARGE.replace('a  b', 'a b'), {}],
    ['a block string', CHARGE.replace('"a  b"', '"""a  b"""'), {}],
    ['an amount', CHARGE.replace('100', '1 00'), {}],
    ['variables', CHARGE, { variables: { a: 1 } }],
    ['a name', CHARGE, { operationName: 'Charge' }],
    ['another member', CHARGE, { note: null }],
  ])('counts as another with %s changed', (_what, query, others) => {
    expect(body(query, others)).not.toBe(body(CHARGE));
  });

  it('does not concern other JSON with a query', () => {
    expect(bodyByValue('{"query":"a  b","limit":1}')).not.toBe(bodyByValue('{"query":"a b","limit":1}'));
    expect(bodyByValue('{"query":"red shoes","variables":{}}')).not.toBe(
      bodyByValue('{"query":"red shoes"}'),
    );
  });

  it('takes no longer for an unclosed string', () => {
    const from = performance.now();
    body(`{ a(b: ${'\\"'.repeat(100_000)}`);
    expect(performance.now() - from).toBeLessThan(1_000);
  });
});
