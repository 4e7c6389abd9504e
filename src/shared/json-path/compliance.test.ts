import { describe, expect, it } from 'vitest';
import { parseJsonTree, sourceOf } from '../json/json-tree';
import { complianceTests as tests } from './compliance.fixture';
import { parseJsonPath } from './json-path';
import { Allowance, selectJson } from './select-json';

function select(path: string, document: unknown): unknown[] | undefined {
  const parsed = parseJsonPath(path);
  if (!parsed.ok) throw new Error(parsed.refusal.message);
  const json = parseJsonTree(JSON.stringify(document));
  if (!json.ok) throw new Error(json.problem.reason);
  return selectJson(json.tree, parsed.segments, new Allowance(Infinity))?.map(
    (node): unknown => JSON.parse(sourceOf(json.tree, node)) as unknown,
  );
}

describe('the compliance test suite of RFC 9535', () => {
  it('is complete', () => expect(tests).toHaveLength(703));

  it('every invalid path is refused with a reason', () => {
    const invalid = tests.filter((test) => test.invalid_selector);
    expect(invalid.length).toBeGreaterThan(200);
    for (const { name, selector } of invalid) {
      const parsed = parseJsonPath(selector);
      expect(parsed.ok, `${name}: ${selector}`).toBe(false);
      if (!parsed.ok) expect(parsed.refusal.message).toMatch(/^\S[^]{10,}\.$/);
    }
  });

  it('every valid path selects what it should', () => {
    for (const { name, selector, document, result, results, invalid_selector } of tests) {
      if (invalid_selector) continue;
      const possible = results ?? [result];
      expect(possible, `${name}: ${selector}`).toContainEqual(select(selector, document));
    }
  });
});
