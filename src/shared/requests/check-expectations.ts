import { diffJson } from '../json/json-diff';
import type { ReceivedResponse } from '../http/exchange';
import { parseJsonPath, type Segment, type Selector } from '../json/json-path';
import { parseJsonTree, sourceOf, type JsonNode, type JsonTree } from '../json/json-tree';
import type { Expectation, ExpectationResult } from './saved-requests';

const MAX_FOUND_LENGTH = 200;

/** Compares an answer with what was expected of it; null stands for no answer. */
export function checkExpectations(
  expectations: readonly Expectation[],
  response: ReceivedResponse | null,
): ExpectationResult[] {
  return expectations.map((expectation) => ({ expectation, ...check(expectation, response) }));
}

/** Null when the expectation can be checked; else what is wrong with it. */
export function expectationProblem(expectation: Expectation): string | null {
  if (expectation.kind === 'status') {
    const { status } = expectation;
    return Number.isInteger(status) && status >= 100 && status <= 599
      ? null
      : 'A status is a number from 100 to 599.';
  }
  const path = parseJsonPath(expectation.path);
  if (!path.ok) return path.refusal.message;
  const value = parseJsonTree(expectation.equals);
  return value.ok ? null : `The expected value is not JSON: ${value.problem.reason} A text stands in quotes.`;
}

type CheckResult = Pick<ExpectationResult, 'met' | 'found'>;

function check(expectation: Expectation, response: ReceivedResponse | null): CheckResult {
  if (response === null) return { met: false, found: 'no answer' };
  if (expectation.kind === 'status') {
    return { met: response.status === expectation.status, found: String(response.status) };
  }
  const path = parseJsonPath(expectation.path);
  if (!path.ok) return { met: false, found: `the path cannot be read: ${path.refusal.message}` };
  if (response.body.kind !== 'text') return { met: false, found: 'a body that is not JSON text' };
  const body = parseJsonTree(response.body.text);
  if (!body.ok) return { met: false, found: 'a body that is not JSON' };
  const found = select(body.tree, path.segments).map((node) => sourceOf(body.tree, node));
  const [first] = found;
  if (first === undefined) return { met: false, found: 'nothing at this path' };
  const other = found.find((text) => diffJson(expectation.equals, text)?.length !== 0);
  return { met: other === undefined, found: truncate(other ?? first) };
}

function truncate(text: string): string {
  return text.length > MAX_FOUND_LENGTH ? `${text.slice(0, MAX_FOUND_LENGTH)}…` : text;
}

/** The nodes that a path selects, each once, in the order of the text. */
function select({ root }: JsonTree, segments: readonly Segment[]): JsonNode[] {
  let nodes = new Set<JsonNode>([root]);
  for (const { descendant, selectors } of segments) {
    const next = new Set<JsonNode>();
    for (const node of nodes) {
      for (const from of descendant ? withDescendants(node) : [node]) {
        for (const selector of selectors) for (const child of selectChildren(from, selector)) next.add(child);
      }
    }
    nodes = next;
  }
  return [...nodes].sort((one, other) => one.start - other.start);
}

function* withDescendants(node: JsonNode): Generator<JsonNode> {
  yield node;
  for (const child of allChildren(node)) yield* withDescendants(child);
}

function allChildren(node: JsonNode): readonly JsonNode[] {
  if (node.kind === 'object') return node.members.map(({ value }) => value);
  return node.kind === 'array' ? node.items : [];
}

function selectChildren(node: JsonNode, selector: Selector): readonly JsonNode[] {
  switch (selector.kind) {
    case 'name': {
      // Of a repeated key the last one counts, as for most readers.
      const named =
        node.kind === 'object' ? node.members.filter(({ key }) => key === selector.name).pop() : undefined;
      return named === undefined ? [] : [named.value];
    }
    case 'wildcard':
      return allChildren(node);
    case 'index': {
      const item = node.kind === 'array' ? node.items.slice(selector.index)[0] : undefined;
      const inRange = node.kind === 'array' && selector.index >= -node.items.length;
      return item === undefined || !inRange ? [] : [item];
    }
    case 'slice':
      return node.kind === 'array' ? selectSlice(node.items, selector) : [];
  }
}

/** RFC 9535, section 2.3.4.2.2. */
function selectSlice(
  items: readonly JsonNode[],
  { start, end, step }: Extract<Selector, { kind: 'slice' }>,
): JsonNode[] {
  if (step === 0) return [];
  const { length } = items;
  const from = start ?? (step > 0 ? 0 : length - 1);
  const to = end ?? (step > 0 ? length : -length - 1);
  const normal = (index: number): number => (index >= 0 ? index : length + index);
  const chosen: JsonNode[] = [];
  if (step > 0) {
    const [lower, upper] = [clamp(normal(from), 0, length), clamp(normal(to), 0, length)];
    for (let index = lower; index < upper; index += step) pushAt(index);
  } else {
    const [upper, lower] = [clamp(normal(from), -1, length - 1), clamp(normal(to), -1, length - 1)];
    for (let index = upper; index > lower; index += step) pushAt(index);
  }
  return chosen;

  function pushAt(index: number): void {
    const item = items[index];
    if (item !== undefined) chosen.push(item);
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
