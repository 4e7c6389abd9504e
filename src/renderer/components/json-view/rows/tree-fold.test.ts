import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NONE } from '@shared/json/json-scanner';
import type { JsonNodes } from '../index/json-nodes';
import { childrenOf, indexed, tokenise } from '../test-support/indexed';
import { wholeText } from '../test-support/json-texts';
import { ALL_LEVELS, TO_MATCHES, TreeFold } from './tree-fold';

/** The nodes with rows, found by walking the tree. */
function naiveRows(
  nodes: JsonNodes,
  isOpen: (node: number) => boolean,
  isShown: (node: number) => boolean,
): number[] {
  const rows: number[] = [];
  const visit = (node: number): void => {
    if (!isShown(node)) return;
    rows.push(node);
    if (nodes.index.isContainer(node) && isOpen(node)) childrenOf(nodes, node).forEach(visit);
  };
  visit(0);
  return rows;
}

function rowsOf(fold: TreeFold): number[] {
  return Array.from({ length: fold.map.rowCount }, (_, row) => fold.map.nodeAt(row));
}

function ancestorsOf(nodes: JsonNodes, node: number): number[] {
  const parent = nodes.index.parent(node);
  if (parent === NONE) return [];
  const above = nodes.index.nodeOfContainer(parent);
  return [above, ...ancestorsOf(nodes, above)];
}

const levels = fc.constantFrom(0, 1, 2, 3, ALL_LEVELS);
const picks = fc.array(fc.nat({ max: 200 }), { maxLength: 6 });

describe('TreeFold', () => {
  it('has a row for every visible node, after any folding', () => {
    fc.assert(
      fc.property(wholeText, levels, picks, (text, open, toggled) => {
        const nodes = indexed(text);
        const fold = new TreeFold(nodes.index);
        fold.setLevels(open);
        const count = nodes.index.containerCount;
        const flipped = new Set<number>();
        for (const pick of count === 0 ? [] : toggled) {
          fold.toggle(pick % count);
          if (!flipped.delete(pick % count)) flipped.add(pick % count);
        }
        const isOpen = (node: number): boolean =>
          nodes.index.depth(node) < open !== flipped.has(nodes.index.lastContainerAt(node));
        const expected = naiveRows(nodes, isOpen, () => true);
        expect(rowsOf(fold)).toEqual(expected);
        for (let node = 0; node < nodes.index.nodeCount; node++)
          expect(fold.map.rowOf(node)).toBe(expected.indexOf(node));
      }),
      { numRuns: 500 },
    );
  });

  it('shows matches, their ancestors and their unfolded contents when filtered', () => {
    fc.assert(
      fc.property(
        wholeText,
        picks,
        fc.constantFrom(0, 1, 2, TO_MATCHES, ALL_LEVELS),
        picks,
        (text, picked, open, toggled) => {
          const nodes = indexed(text);
          const matches = [...new Set(picked.map((pick) => pick % nodes.index.nodeCount))].sort(
            (a, b) => a - b,
          );
          const fold = new TreeFold(nodes.index);
          fold.setMatches(Uint32Array.from(matches), open);
          const flipped = new Set<number>();
          for (const pick of nodes.index.containerCount === 0 ? [] : toggled) {
            const container = pick % nodes.index.containerCount;
            fold.toggle(container);
            if (!flipped.delete(container)) flipped.add(container);
          }
          const isInMatch = (node: number): boolean =>
            [node, ...ancestorsOf(nodes, node)].some((up) => matches.includes(up));
          const leads = new Set(matches.flatMap((match) => ancestorsOf(nodes, match)));
          const isOpen = (node: number): boolean => {
            const byRule = open === TO_MATCHES ? !isInMatch(node) : nodes.index.depth(node) < open;
            return byRule !== flipped.has(nodes.index.lastContainerAt(node));
          };
          expect(rowsOf(fold)).toEqual(
            naiveRows(nodes, isOpen, (node) => isInMatch(node) || leads.has(node)),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('unfolds only the ancestors of a revealed node', () => {
    const nodes = indexed('{"a":{"b":[1,2]},"c":{"d":3}}');
    const fold = new TreeFold(nodes.index);
    fold.setLevels(1);
    expect(rowsOf(fold)).toEqual([0, 1, 5]);
    expect(fold.reveal(4)).toBe(true);
    expect(rowsOf(fold)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('cannot reveal a node that is filtered out', () => {
    const nodes = indexed('{"a":1,"b":2}');
    const fold = new TreeFold(nodes.index);
    fold.setMatches(Uint32Array.of(1), TO_MATCHES);
    expect(fold.reveal(2)).toBe(false);
  });

  it('counts the rows of unfinished containers', () => {
    const { nodes } = tokenise('[[1,2],[3,');
    const fold = new TreeFold(nodes.index);
    fold.setLevels(1);
    expect(rowsOf(fold)).toEqual([0, 1, 4]);
    fold.setLevels(ALL_LEVELS);
    expect(rowsOf(fold)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
