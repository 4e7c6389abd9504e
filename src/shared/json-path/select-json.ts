import { decodeString, sourceOf, type JsonNode, type JsonTree } from '../json/json-tree';
import type { JsonAccess } from './json-access';
import { NODES_PER_PAUSE, PathEvaluator } from './path-evaluator';
import type { Segment } from './path-types';

/** It runs in one go: a short path can select more of a deeply nested body than anybody waits for. */
const MAX_VISITED = 1_000_000;

/**
 * What a path selects, in the order of RFC 9535; a node that is selected in two ways comes twice. Null when more nodes would
 * have to be looked at than `MAX_VISITED`.
 */
export function selectJson(tree: JsonTree, segments: readonly Segment[]): JsonNode[] | null {
  const work = new PathEvaluator(accessTo(tree)).select(segments);
  for (let visited = 0; visited < MAX_VISITED; visited += NODES_PER_PAUSE) {
    const step = work.next();
    if (step.done) return step.value;
  }
  return null;
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
