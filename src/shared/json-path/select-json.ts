import { decodeString, sourceOf, type JsonNode, type JsonTree } from '../json/json-tree';
import type { JsonAccess } from './json-access';
import { PathEvaluator } from './path-evaluator';
import type { Segment } from './path-types';

/**
 * Limits work that runs in one go by the number of pauses it would take: a short path can select more from a nested
 * body than anybody would wait for.
 */
export class Allowance {
  constructor(private pauses: number) {}

  /** True while something is left. */
  spend(pauses: number): boolean {
    this.pauses -= pauses;
    return this.pauses >= 0;
  }

  /** The result of the work; null if it takes more than is left. */
  complete<T>(work: Generator<void, T>): T | null {
    while (this.pauses >= 0) {
      const step = work.next();
      if (step.done === true) return step.value;
      this.spend(1);
    }
    return null;
  }
}

/**
 * What a path selects, in the order of RFC 9535; a node that is selected in two ways comes twice. Null if that takes
 * more than is allowed.
 */
export function selectJson(
  tree: JsonTree,
  segments: readonly Segment[],
  allowance: Allowance,
): JsonNode[] | null {
  return allowance.complete(new PathEvaluator(accessTo(tree)).select(segments));
}

function accessTo(tree: JsonTree): JsonAccess<JsonNode> {
  const children = (node: JsonNode): readonly JsonNode[] => {
    if (node.kind === 'object') return node.members.map(({ value }) => value);
    return node.kind === 'array' ? node.items : [];
  };
  return {
    root: tree.root,
    kind: (node) => node.kind,
    children,
    members: (node) =>
      node.kind === 'object' ? node.members.map(({ key, value }) => [key, value] as const) : [],
    member: (node, key) => {
      const named =
        node.kind === 'object' ? node.members.filter((member) => member.key === key).pop() : undefined;
      return named?.value ?? null;
    },
    item: (node, position) => (node.kind === 'array' ? (node.items[position] ?? null) : null),
    size: (node) => children(node).length,
    text: (node) => decodeString(sourceOf(tree, node)),
    source: (node) => sourceOf(tree, node),
  };
}
