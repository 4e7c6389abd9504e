import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuyersQuery } from '../bridge/buyers';
import { buyersQueryOf, buyersRequest, sessionRequest } from './reading-requests';
import type { QueryPair, RequestSpec } from './request-spec';
import { keptSpecSchema, requestSpecSchema, toKeptSpec } from './request-spec-schemas';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('cursor', 'limit', 'Limit', '', '0', '-1', '20', '020', '1e3', ' 5'),
);
/** Queries as the form produces them: no cursor is null, never empty. */
const anyQuery: fc.Arbitrary<BuyersQuery> = fc.record({
  cursor: fc.option(text.filter((cursor) => cursor !== '')),
  limit: fc.option(fc.integer({ min: -1_000_000, max: 1_000_000 })),
  parameters: fc.array(fc.tuple(text, text), { maxLength: 5 }),
});
/** Free parameters with the names of the query's own fields are read as those fields if these are empty. */
const hasOwnNames = ({ parameters }: BuyersQuery): boolean =>
  parameters.some(([name]) => name === 'cursor' || name === 'limit');

describe('a list of buyers as a request', () => {
  it('is read back as the same query, including free parameters', () => {
    fc.assert(
      fc.property(
        anyQuery.filter((query) => !hasOwnNames(query)),
        (query) => {
          expect(buyersQueryOf(buyersRequest(query))).toEqual(query);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('with cursor and limit given, is read back whatever the names of the free parameters', () => {
    fc.assert(
      fc.property(anyQuery, fc.integer({ min: 0, max: 999 }), (query, limit) => {
        const filled = { ...query, cursor: query.cursor ?? 'next', limit };
        expect(buyersQueryOf(buyersRequest(filled))).toEqual(filled);
      }),
      { numRuns: 1_000 },
    );
  });

  it('asks for the same after it is opened, whatever its query', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 6 }), (query) => {
        const opened = buyersRequest(buyersQueryOf({ ...buyersRequest(NO_QUERY), query }));
        const sorted = (pairs: readonly QueryPair[]): string[] =>
          pairs
            .map(([name, value]) => JSON.stringify([name, name === 'limit' ? asNumber(value ?? '') : value]))
            .sort();
        expect(sorted(opened.query)).toEqual(sorted(query));
        // When opened a second time it is identical.
        expect(buyersRequest(buyersQueryOf(opened))).toEqual(opened);
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves a limit that is not a whole number among the free parameters', () => {
    const query = [['limit', 'many']] as const;
    expect(buyersQueryOf({ ...buyersRequest(NO_QUERY), query })).toEqual({
      cursor: null,
      limit: null,
      parameters: [['limit', 'many']],
    });
  });
});

const NO_QUERY: BuyersQuery = { cursor: null, limit: null, parameters: [] };

function asNumber(value: string): string {
  return /^-?\d{1,15}$/.test(value) ? String(Number(value)) : value;
}

describe('the schema of requests', () => {
  it('accepts reads, and returns them unchanged', () => {
    const requests = [sessionRequest('an id'), buyersRequest({ ...NO_QUERY, limit: 5 })];
    for (const request of requests) {
      expect(requestSpecSchema.parse(request)).toEqual(request);
      expect(keptSpecSchema.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
    }
  });

  it('accepts only operations of the contract, not names of Object', () => {
    for (const operation of ['', 'drop_tables', 'toString', '__proto__', 'constructor', null, 7]) {
      expect(requestSpecSchema.safeParse({ ...sessionRequest('x'), operation }).success).toBe(false);
    }
  });

  it('stores a secret header only as a reference or empty', () => {
    const withSecret = (value: string): unknown => ({
      ...sessionRequest('x'),
      headers: [{ name: 'x-own', value, secret: true }],
    });
    expect(keptSpecSchema.safeParse(withSecret('CANARY')).success).toBe(false);
    expect(requestSpecSchema.safeParse(withSecret('CANARY')).success).toBe(true);
    expect(keptSpecSchema.safeParse(withSecret('')).success).toBe(true);
    expect(
      keptSpecSchema.safeParse(withSecret('kept-secret:5e550000-0000-4000-8000-000000000001')).success,
    ).toBe(true);
  });

  it('refuses to store a written-out secret and too long a text', () => {
    const withHeader = (value: string, secret: boolean): RequestSpec => ({
      ...sessionRequest('x'),
      headers: [{ name: 'x-own', value, secret }],
    });
    const long = 'x'.repeat(1_000_001);
    for (const request of [withHeader('CANARY', true), withHeader(long, false), sessionRequest(long)]) {
      expect(keptSpecSchema.safeParse(request).success).toBe(false);
      expect(() => toKeptSpec(request)).toThrow();
    }
    const reference = 'kept-secret:5e550000-0000-4000-8000-000000000001';
    for (const request of [withHeader('', true), withHeader(reference, true), withHeader('CANARY', false)])
      expect(toKeptSpec(request)).toEqual(keptSpecSchema.parse(request));
  });
});
