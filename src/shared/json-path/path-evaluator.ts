import { compareNumbers } from '../json/decimal';
import { parseIRegexp, type IRegexp } from './i-regexp';
import type { JsonAccess, JsonKind } from './json-access';
import type { ComparisonOperator, Condition, Literal, Operand, Query, Segment, Selector } from './path-types';
import { sliceOf } from './slice';

/** How many nodes are visited between two pauses. */
const NODES_PER_PAUSE = 20_000;
const MAX_REGEXPS = 100;

/** The value of an operand; null stands for nothing, which equals only nothing. */
type Value<Node> = Literal | { readonly kind: 'node'; readonly node: Node } | null;

/**
 * Evaluates RFC 9535 on any JSON value. Its functions are generators that yield now and then, so that their caller
 * can pause or abandon them.
 */
export class PathEvaluator<Node> {
  private visited = 0;
  /** Results of paths from the root, which are the same for every value that a filter tests. */
  private readonly fromRoot = new Map<Query, readonly Node[]>();
  private readonly regexps = new Map<string, IRegexp | null>();

  constructor(private readonly access: JsonAccess<Node>) {}

  /** In the order of the RFC; a node that is selected in two ways comes twice. */
  *select(segments: readonly Segment[], from: Node = this.access.root): Generator<void, Node[]> {
    let nodes = [from];
    for (const { descendant, selectors } of segments) {
      const next: Node[] = [];
      for (const node of nodes) {
        if (descendant) {
          const todo = [node];
          for (let inner = todo.pop(); inner !== undefined; inner = todo.pop()) {
            for (const selector of selectors) yield* this.selectChildren(inner, selector, next);
            const children = [...this.access.children(inner)];
            for (let at = children.length - 1; at >= 0; at--) {
              const child = children[at];
              if (child !== undefined) todo.push(child);
            }
          }
        } else {
          for (const selector of selectors) yield* this.selectChildren(node, selector, next);
        }
      }
      nodes = next;
    }
    return nodes;
  }

  /** Whether a value passes a filter. */
  *test(condition: Condition, node: Node): Generator<void, boolean> {
    switch (condition.kind) {
      case 'or':
        for (const part of condition.parts) if (yield* this.test(part, node)) return true;
        return false;
      case 'and':
        for (const part of condition.parts) if (!(yield* this.test(part, node))) return false;
        return true;
      case 'not':
        return !(yield* this.test(condition.part, node));
      case 'exists':
        return (yield* this.find(condition.query, node)).length > 0;
      case 'compare': {
        const left = yield* this.valueOf(condition.left, node);
        const right = yield* this.valueOf(condition.right, node);
        return yield* this.compare(condition.operator, left, right);
      }
      case 'match':
      case 'search': {
        const text = this.textOf(yield* this.valueOf(condition.text, node));
        const pattern = this.textOf(yield* this.valueOf(condition.pattern, node));
        if (text === null || pattern === null) return false;
        const regexp = this.regexp(pattern);
        return regexp !== null && (yield* regexp.matching(text, condition.kind === 'match'));
      }
    }
  }

  private *selectChildren(node: Node, selector: Selector, found: Node[]): Generator<void, void> {
    const { access } = this;
    switch (selector.kind) {
      case 'name': {
        const member = access.member(node, selector.name);
        if (member !== null) found.push(member);
        break;
      }
      case 'index': {
        const { index } = selector;
        const place = index < 0 && access.kind(node) === 'array' ? index + access.size(node) : index;
        const item = place < 0 ? null : access.item(node, place);
        if (item !== null) found.push(item);
        break;
      }
      case 'slice': {
        if (access.kind(node) !== 'array') break;
        const items = [...access.children(node)];
        for (const place of sliceOf(selector, items.length)) {
          if (++this.visited % NODES_PER_PAUSE === 0) yield;
          const item = items[place];
          if (item !== undefined) found.push(item);
        }
        break;
      }
      case 'wildcard':
      case 'filter':
        for (const child of access.children(node)) {
          if (++this.visited % NODES_PER_PAUSE === 0) yield;
          if (selector.kind === 'wildcard' || (yield* this.test(selector.condition, child)))
            found.push(child);
        }
    }
    if (++this.visited % NODES_PER_PAUSE === 0) yield;
  }

  private *find(query: Query, node: Node): Generator<void, readonly Node[]> {
    if (query.from === 'current') return yield* this.select(query.segments, node);
    const known = this.fromRoot.get(query);
    if (known) return known;
    const found = yield* this.select(query.segments);
    this.fromRoot.set(query, found);
    return found;
  }

  private *valueOf(operand: Operand, node: Node): Generator<void, Value<Node>> {
    switch (operand.kind) {
      case 'query':
      case 'value': {
        const [first, ...more] = yield* this.find(operand.query, node);
        return first === undefined || more.length > 0 ? null : { kind: 'node', node: first };
      }
      case 'count':
        return numberValue((yield* this.find(operand.query, node)).length);
      case 'length': {
        const value = yield* this.valueOf(operand.of, node);
        const text = this.textOf(value);
        // Characters, not UTF-16 units.
        if (text !== null) return numberValue([...text].length);
        if (value?.kind !== 'node') return null;
        const kind = this.access.kind(value.node);
        return kind === 'array' || kind === 'object' ? numberValue(this.access.size(value.node)) : null;
      }
      default:
        return operand;
    }
  }

  private *compare(
    operator: ComparisonOperator,
    left: Value<Node>,
    right: Value<Node>,
  ): Generator<void, boolean> {
    switch (operator) {
      case '==':
        return yield* this.equal(left, right);
      case '!=':
        return !(yield* this.equal(left, right));
      case '<':
        return this.isBelow(left, right);
      case '>':
        return this.isBelow(right, left);
      case '<=':
        return this.isBelow(left, right) || (yield* this.equal(left, right));
      case '>=':
        return this.isBelow(right, left) || (yield* this.equal(left, right));
    }
  }

  private isBelow(left: Value<Node>, right: Value<Node>): boolean {
    const [a, b] = [this.numberOf(left), this.numberOf(right)];
    if (a !== null && b !== null) return compareNumbers(a, b) < 0;
    const [one, other] = [this.textOf(left), this.textOf(right)];
    return one !== null && other !== null && compareTexts(one, other) < 0;
  }

  /** Without recursion, because a value may be nested to any depth. */
  private *equal(left: Value<Node>, right: Value<Node>): Generator<void, boolean> {
    const todo: [Value<Node>, Value<Node>][] = [[left, right]];
    for (let pair = todo.pop(); pair !== undefined; pair = todo.pop()) {
      if (++this.visited % NODES_PER_PAUSE === 0) yield;
      const [a, b] = pair;
      const kind = this.kindOf(a);
      if (kind !== this.kindOf(b)) return false;
      if (kind === 'string' && this.textOf(a) !== this.textOf(b)) return false;
      if (kind === 'number' && compareNumbers(this.numberOf(a) ?? '', this.numberOf(b) ?? '') !== 0)
        return false;
      if (a?.kind !== 'node' || b?.kind !== 'node') continue;
      const parts = kind === 'array' || kind === 'object' ? this.partsOf(kind, a.node, b.node) : [];
      if (parts === null) return false;
      for (const [one, other] of parts) todo.push([nodeValue(one), nodeValue(other)]);
    }
    return true;
  }

  /** The parts that must be equal in two arrays or objects; null if these differ at first sight. */
  private partsOf(kind: 'array' | 'object', one: Node, other: Node): [Node, Node][] | null {
    const { access } = this;
    if (kind === 'array') {
      if (access.size(one) !== access.size(other)) return null;
      const items = [...access.children(other)];
      return [...access.children(one)].flatMap((item, place): [Node, Node][] => {
        const match = items[place];
        return match === undefined ? [] : [[item, match]];
      });
    }
    const [members, others] = [new Map(access.members(one)), new Map(access.members(other))];
    if (members.size !== others.size) return null;
    const parts: [Node, Node][] = [];
    for (const [key, value] of members) {
      const match = others.get(key);
      if (match === undefined) return null;
      parts.push([value, match]);
    }
    return parts;
  }

  private kindOf(value: Value<Node>): JsonKind | null {
    return value?.kind === 'node' ? this.access.kind(value.node) : (value?.kind ?? null);
  }

  private textOf(value: Value<Node>): string | null {
    if (value?.kind === 'string') return value.text;
    return value?.kind === 'node' && this.access.kind(value.node) === 'string'
      ? this.access.text(value.node)
      : null;
  }

  private numberOf(value: Value<Node>): string | null {
    if (value?.kind === 'number') return value.source;
    return value?.kind === 'node' && this.access.kind(value.node) === 'number'
      ? this.access.source(value.node)
      : null;
  }

  private regexp(pattern: string): IRegexp | null {
    const known = this.regexps.get(pattern);
    if (known !== undefined) return known;
    const made = parseIRegexp(pattern);
    if (this.regexps.size === MAX_REGEXPS) this.regexps.clear();
    this.regexps.set(pattern, made);
    return made;
  }
}

function numberValue(value: number): Literal {
  return { kind: 'number', source: String(value) };
}

function nodeValue<Node>(node: Node): { readonly kind: 'node'; readonly node: Node } {
  return { kind: 'node', node };
}

/** Compares by characters, not by UTF-16 units: an emoji's units sort before U+FFFD. */
function compareTexts(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const [a = -1, b = -1] = [one, other].map((text) => rank(text.charCodeAt(at)));
  return a - b;
}

/** A surrogate stands for a character beyond all single units. */
function rank(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
