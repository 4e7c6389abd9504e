import { z } from 'zod';
import compliance from './compliance/cts.json';

const values = z.array(z.unknown());
const suite = z.object({
  tests: z.array(
    z.object({
      name: z.string(),
      selector: z.string(),
      document: z.unknown().optional(),
      invalid_selector: z.literal(true).optional(),
      result: values.optional(),
      results: z.array(values).optional(),
      result_paths: z.array(z.string()).optional(),
      results_paths: z.array(z.array(z.string())).optional(),
    }),
  ),
});

/** github.com/jsonpath-standard/jsonpath-compliance-test-suite at 7be7c1f (May 2026), with its licence beside it. */
export const { tests: complianceTests } = suite.parse(compliance);

/** The tests that select something, with the paths of the nodes. */
export function selectingTests() {
  return complianceTests.flatMap(
    ({ invalid_selector, result_paths, results_paths, name, selector, document }) => {
      const paths = result_paths ?? results_paths?.[0];
      return invalid_selector || paths === undefined ? [] : [{ name, selector, document, paths }];
    },
  );
}
