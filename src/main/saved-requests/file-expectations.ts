import { z } from 'zod';
import type { Comparison, Expectation } from '@shared/requests/saved-requests';
import { expectationsSchema } from './saved-request-schemas';

/** One of these keys is the comparison: `equals: '"approved"'`, `exists: false`. */
const comparisonKeys = {
  equals: z.string().optional(),
  contains: z.string().optional(),
  matches: z.string().optional(),
  exists: z.boolean().optional(),
  /** The name of a variable. */
  keep: z.string().optional(),
};
type ComparisonKeys = z.infer<z.ZodObject<typeof comparisonKeys>>;

const one = z.union(
  [
    z.strictObject({ status: z.number() }).transform((it): Expectation => ({ kind: 'status', ...it })),
    z
      .strictObject({ within: z.number() })
      .transform(({ within }): Expectation => ({ kind: 'time', withinMs: within })),
    z
      .strictObject({ path: z.string(), ...comparisonKeys })
      .transform(({ path, ...keys }, context): Expectation => ({
        kind: 'json-path',
        path,
        is: oneOf(keys, context),
      })),
    z
      .strictObject({ header: z.string(), ...comparisonKeys })
      .transform(({ header, ...keys }, context): Expectation => ({
        kind: 'header',
        name: header,
        is: oneOf(keys, context),
      })),
  ],
  'an expectation is a status, a path, a header or within (ms); with a path or a header goes one of equals, contains, matches (texts in quotes) exists (true or false) and keep (a variable)',
);

/** The `expect` list of a file. */
export const fileExpectationsSchema = z.array(one).pipe(expectationsSchema);

function oneOf(
  { equals, contains, matches, exists, keep }: ComparisonKeys,
  context: z.RefinementCtx,
): Comparison {
  const given: Comparison[] = [
    ...(equals === undefined ? [] : [{ how: 'equals', value: equals } as const]),
    ...(contains === undefined ? [] : [{ how: 'contains', text: contains } as const]),
    ...(matches === undefined ? [] : [{ how: 'matches', pattern: matches } as const]),
    ...(exists === undefined ? [] : [{ how: exists ? 'exists' : 'missing' } as const]),
    ...(keep === undefined ? [] : [{ how: 'kept', as: keep } as const]),
  ];
  const [is] = given;
  if (is !== undefined && given.length === 1) return is;
  context.addIssue({
    code: 'custom',
    message: 'not exactly one of equals, contains, matches, exists and keep',
  });
  return z.NEVER;
}

export function expectationFields(expectation: Expectation): object {
  switch (expectation.kind) {
    case 'status':
      return { status: expectation.status };
    case 'time':
      return { within: expectation.withinMs };
    case 'json-path':
      return { path: expectation.path, ...comparisonFields(expectation.is) };
    case 'header':
      return { header: expectation.name, ...comparisonFields(expectation.is) };
  }
}

function comparisonFields(is: Comparison): ComparisonKeys {
  switch (is.how) {
    case 'equals':
      return { equals: is.value };
    case 'contains':
      return { contains: is.text };
    case 'matches':
      return { matches: is.pattern };
    case 'exists':
      return { exists: true };
    case 'missing':
      return { exists: false };
    case 'kept':
      return { keep: is.as };
  }
}
