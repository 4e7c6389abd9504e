import { PagedColumn } from '../index/paged-column';
import { childAt } from '../index/json-places';
import type { JsonNodes } from '../index/json-nodes';
import type { Segment, Selector } from '@shared/json-path/json-path';
import { PathEvaluator } from '@shared/json-path/path-evaluator';
import { sliceBounds } from '@shared/json-path/slice';
import { accessToIndex } from './access-to-index';

const encoder = new TextEncoder();

/** How many nodes are visited between two yields. */
const NODES_PER_PAUSE = 20_000;

/**
 * The nodes that a path selects, ascending and each once (RFC 9535 may list a node twice; a tree shows it once). A
 * generator, so that its caller can pause or drop it; it yields regularly.
 */
export function* matchJsonPath(nodes: JsonNodes, segments: readonly Segment[]): Generator<void, Uint32Array> {
  let current: Uint32Array = nodes.index.nodeCount === 0 ? new Uint32Array(0) : Uint32Array.of(0);
  const evaluator = new PathEvaluator(accessToIndex(nodes));
  for (const segment of segments) {
    current = yield* new SegmentMatcher(nodes, segment, evaluator).match(current);
  }
  return current;
}

interface PreparedName {
  readonly name: string;
  readonly encoded: Uint8Array;
}

class SegmentMatcher {
  private readonly found = new PagedColumn();
  private readonly names = new Map<Selector, PreparedName>();
  private visited = 0;

  constructor(
    private readonly nodes: JsonNodes,
    private readonly segment: Segment,
    private readonly evaluator: PathEvaluator<number>,
  ) {
    for (const selector of segment.selectors) {
      if (selector.kind === 'name') {
        this.names.set(selector, { name: selector.name, encoded: encoder.encode(selector.name) });
      }
    }
  }

  *match(from: Uint32Array): Generator<void, Uint32Array> {
    const { index } = this.nodes;
    let done = -1;
    for (const node of from) {
      if (!index.isContainer(node)) continue;
      const container = index.lastContainerAt(node);
      if (!this.segment.descendant) {
        yield* this.select(container);
        continue;
      }
      // Skips matches inside a subtree that has already been searched.
      const end = index.nextContainer(container);
      for (let inner = Math.max(container, done); inner < end; inner++) yield* this.select(inner);
      done = Math.max(done, end);
    }
    return sortedOnce(this.found);
  }

  private *select(container: number): Generator<void, void> {
    if (++this.visited % NODES_PER_PAUSE === 0) yield;
    for (const selector of this.segment.selectors) {
      switch (selector.kind) {
        case 'wildcard':
          yield* this.selectWhere(container, () => true);
          break;
        case 'name': {
          const wanted = this.names.get(selector);
          if (wanted === undefined || !this.nodes.index.isObject(container)) break;
          yield* this.selectWhere(container, (child) => this.nodes.keyIs(child, wanted.name, wanted.encoded));
          break;
        }
        case 'filter':
          for (const child of this.nodes.children(container)) {
            if (yield* this.evaluator.test(selector.condition, child)) this.found.push(child);
            if (++this.visited % NODES_PER_PAUSE === 0) yield;
          }
          break;
        case 'index':
          this.selectAt(container, selector.index);
          break;
        case 'slice':
          yield* this.selectSlice(container, selector);
          break;
      }
    }
  }

  private *selectWhere(
    container: number,
    wanted: (child: number, position: number) => boolean,
  ): Generator<void, void> {
    let position = 0;
    for (const child of this.nodes.children(container)) {
      if (wanted(child, position++)) this.found.push(child);
      if (++this.visited % NODES_PER_PAUSE === 0) yield;
    }
  }

  private selectAt(container: number, index: number): void {
    if (this.nodes.index.isObject(container)) return;
    const position = index < 0 ? index + this.nodes.index.childCount(container) : index;
    const child = position < 0 ? null : childAt(this.nodes, container, position);
    if (child !== null) this.found.push(child);
  }

  private *selectSlice(
    container: number,
    slice: Extract<Selector, { kind: 'slice' }>,
  ): Generator<void, void> {
    if (this.nodes.index.isObject(container) || slice.step === 0) return;
    const { lower, upper, step, phase } = bounds(slice, this.nodes.index.childCount(container));
    yield* this.selectWhere(
      container,
      (_child, at) => at >= lower && at < upper && (at - phase) % step === 0,
    );
  }
}

/** A slice made ascending: at >= lower, at < upper, at ≡ phase (mod step). */
function bounds(slice: Extract<Selector, { kind: 'slice' }>, length: number) {
  const { first, before } = sliceBounds(slice, length);
  return slice.step > 0
    ? { lower: first, upper: before, step: slice.step, phase: first }
    : { lower: before + 1, upper: first + 1, step: -slice.step, phase: first };
}

function sortedOnce(column: PagedColumn): Uint32Array {
  const all = new Uint32Array(column.length);
  let sorted = true;
  for (let at = 0; at < all.length; at++) {
    const node = column.get(at);
    all[at] = node;
    if (at > 0 && node <= column.get(at - 1)) sorted = false;
  }
  if (sorted) return all;
  all.sort();
  let kept = 0;
  for (const node of all) {
    if (kept === 0 || all[kept - 1] !== node) all[kept++] = node;
  }
  return all.slice(0, kept);
}
