import type { JsonAccess } from '@shared/json-path/json-access';
import { childAt, childNamed } from '../index/json-places';
import type { JsonNodes } from '../index/json-nodes';

/** Lets a filter read a body in place, through its index, without copying any of it. */
export function accessToIndex(nodes: JsonNodes): JsonAccess<number> {
  const { index } = nodes;
  const children = (node: number): Iterable<number> =>
    index.isContainer(node) ? nodes.children(index.lastContainerAt(node)) : [];
  return {
    root: 0,
    kind: (node) => index.kind(node),
    children,
    *members(node) {
      for (const child of children(node)) yield [nodes.key(child), child];
    },
    member: (node, key) => {
      if (index.kind(node) !== 'object') return null;
      return childNamed(nodes, index.lastContainerAt(node), key);
    },
    item: (node, position) =>
      index.kind(node) === 'array' ? childAt(nodes, index.lastContainerAt(node), position) : null,
    size: (node) => (index.isContainer(node) ? index.childCount(index.lastContainerAt(node)) : 0),
    text: (node) => nodes.plainValue(node),
    source: (node) => nodes.source(node),
  };
}
