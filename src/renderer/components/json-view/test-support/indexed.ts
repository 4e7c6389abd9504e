import { JsonNodes } from '../index/json-nodes';
import { JsonTokeniser } from '../index/json-tokeniser';

const encoder = new TextEncoder();

/** Reads a text in pieces that end at these byte offsets. */
export function tokenise(
  text: string,
  ends: readonly number[] = [],
): { tokeniser: JsonTokeniser; nodes: JsonNodes } {
  const bytes = encoder.encode(text);
  const tokeniser = new JsonTokeniser(bytes);
  for (const end of [...ends].sort((a, b) => a - b)) {
    if (end < bytes.length) tokeniser.read(end, false);
  }
  tokeniser.read(bytes.length, true);
  return { tokeniser, nodes: new JsonNodes(bytes, tokeniser.index) };
}

export function indexed(text: string): JsonNodes {
  return tokenise(text).nodes;
}

/** Keys and sources of all nodes, in order: everything the index knows, in a comparable form. */
export function outline(nodes: JsonNodes): unknown[] {
  return Array.from({ length: nodes.index.nodeCount }, (_, node) => {
    const parent = nodes.index.parent(node);
    return {
      kind: nodes.index.kind(node),
      depth: nodes.index.depth(node),
      position: nodes.index.position(node),
      key: nodes.isMember(parent) ? nodes.key(node) : null,
      source: nodes.source(node),
    };
  });
}

/** The value that the index describes, built without JSON.parse except for the digits of numbers. */
export function valueOf(nodes: JsonNodes, node = 0): unknown {
  switch (nodes.index.kind(node)) {
    case 'object': {
      const entries = childrenOf(nodes, node).map(
        (child) => [nodes.key(child), valueOf(nodes, child)] as const,
      );
      return Object.fromEntries(entries);
    }
    case 'array':
      return childrenOf(nodes, node).map((child) => valueOf(nodes, child));
    case 'string':
      return nodes.plainValue(node);
    case 'number':
      return Number(nodes.source(node));
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
      return null;
  }
}

export function childrenOf(nodes: JsonNodes, node: number): number[] {
  return [...nodes.children(nodes.index.lastContainerAt(node))];
}
