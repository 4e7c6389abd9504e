import { pointerTo } from '@shared/json/json-tree';
import { NONE } from '@shared/json/json-scanner';
import type { JsonNodes } from './json-nodes';

/** One step from a container to its child: a member's key or an element's index. */
export type Step = string | number;

const encoder = new TextEncoder();

/** The steps from the root to a node. */
export function stepsTo(nodes: JsonNodes, node: number): Step[] {
  const steps: Step[] = [];
  for (let at = node; ;) {
    const parent = nodes.index.parent(at);
    if (parent === NONE) return steps.reverse();
    steps.push(nodes.isMember(parent) ? nodes.key(at) : nodes.index.position(at));
    at = nodes.index.nodeOfContainer(parent);
  }
}

/** Follows RFC 6901; the empty string refers to the whole value. */
export function jsonPointer(steps: readonly Step[]): string {
  return steps.reduce<string>(pointerTo, '');
}

/** Follows RFC 9535: `$.cart_items[0]['odd key']`. */
export function jsonPath(steps: readonly Step[]): string {
  return `$${steps.map(pathSegment).join('')}`;
}

function pathSegment(step: Step): string {
  if (typeof step === 'number') return `[${step}]`;
  if (/^[A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*$/.test(step)) return `.${step}`;
  const inner = JSON.stringify(step).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `['${inner}']`;
}

/**
 * The node at a JSON pointer, or the innermost existing one on the way there; null for an empty index. When an object
 * has a key twice, the last one counts, as in JSON.parse.
 */
export function resolveNearest(nodes: JsonNodes, pointer: string): number | null {
  if (nodes.index.nodeCount === 0) return null;
  if (!pointer.startsWith('/')) return 0;
  let node = 0;
  for (const part of pointer.slice(1).split('/')) {
    if (!nodes.index.isContainer(node)) return node;
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const found = childNamed(nodes, nodes.index.lastContainerAt(node), name);
    if (found === null) return node;
    node = found;
  }
  return node;
}

/** The last child with this key, or, in an array, with this index; or null. */
export function childNamed(nodes: JsonNodes, container: number, name: string): number | null {
  if (!nodes.index.isObject(container)) {
    return /^(0|[1-9]\d*)$/.test(name) ? childAt(nodes, container, Number(name)) : null;
  }
  const encoded = encoder.encode(name);
  let found: number | null = null;
  for (const child of nodes.children(container)) {
    if (nodes.keyIs(child, name, encoded)) found = child;
  }
  return found;
}

/** The child at this index (from 0), or null. Runs of leaves are skipped in one step. */
export function childAt(nodes: JsonNodes, container: number, position: number): number | null {
  const { index } = nodes;
  if (position >= index.childCount(container)) return null;
  // `before` children come before `node`; containers among them are visited, and the leaves in between only counted.
  let node = index.nodeOfContainer(container) + 1;
  let before = 0;
  const end = index.skip(container);
  for (let inner = container + 1; inner < index.containerCount; inner = index.nextContainer(inner)) {
    const innerNode = index.nodeOfContainer(inner);
    if (innerNode >= end || before + innerNode - node >= position) break;
    before += innerNode - node + 1;
    node = index.skip(inner);
  }
  return node + position - before;
}
