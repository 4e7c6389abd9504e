import { parseJsonTree, sourceOf, type JsonNode } from '../json/json-tree';
import { parseJson } from '../json/parse-json';
import type { QueryPair } from '../requests/request-spec';
import { escapeVariables } from '../requests/variables';
import { valueAtSteps } from './json-steps';
import { queryOf, type CursorRule, type ListShape } from './list-shape';

/** Cursors of the neighbouring pages; null if there is none. */
export interface ListCursors {
  readonly next: string | null;
  readonly previous: string | null;
}

export interface ListPage extends ListCursors {
  /** The items, each as written. */
  readonly items: readonly string[];
}

/** Reads a page of a list; null if the text does not have this shape. */
export function readList(text: string, shape: ListShape): ListPage | null {
  const read = parseJsonTree(text);
  const node = read.ok ? nodeAt(read.tree.root, shape.items) : null;
  if (!read.ok || node?.kind !== 'array') return null;
  const items = node.items.map((item) => sourceOf(read.tree, item));
  return { items, ...readCursors(parseJson(text), shape) };
}

/** @param body the parsed answer. */
export function readCursors(body: unknown, { items, next, previous }: ListShape): ListCursors {
  return {
    next: cursorOf(body, next, items),
    previous: previous === null ? null : cursorOf(body, previous, items),
  };
}

/** The cursor of another page; an empty one leads nowhere. */
function cursorOf(body: unknown, rule: CursorRule, items: readonly string[]): string | null {
  if (rule.kind === 'item') {
    const list = valueAtSteps(body, items);
    const ids: readonly unknown[] = Array.isArray(list) ? list.map((item) => valueAtSteps(item, ['id'])) : [];
    // Nothing says whether there is a page before this one, so it may be requested.
    const isFurther = rule.end === 'first' || valueAtSteps(body, rule.more) === true;
    return isFurther ? textOf(rule.end === 'last' ? ids[ids.length - 1] : ids[0]) : null;
  }
  const value = textOf(valueAtSteps(body, rule.steps));
  return value === null || rule.kind === 'field' ? value : textOf(queryOf(value).get(rule.parameter));
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** If a name repeats, the last one counts, as in JSON.parse. */
function nodeAt(root: JsonNode, steps: readonly string[]): JsonNode | null {
  let node: JsonNode | undefined = root;
  for (const step of steps)
    node = node?.kind === 'object' ? node.members.filter(({ key }) => key === step).pop()?.value : undefined;
  return node ?? null;
}

/** The query without the parameters that lead to another page. */
export function queryOfFirst(
  query: readonly QueryPair[],
  { next, previous }: ListShape,
): readonly QueryPair[] {
  return query.filter(([name]) => name !== next.parameter && name !== previous?.parameter);
}

/** The query of another page: the cursor unchanged in its parameter, and no other cursor beside it. */
export function queryOfPage(
  query: readonly QueryPair[],
  shape: ListShape,
  rule: CursorRule,
  cursor: string,
): readonly QueryPair[] {
  const cursors = [shape.next.parameter, shape.previous?.parameter];
  const taken = query.findIndex(([name]) => cursors.includes(name));
  const rest = queryOfFirst(query, shape);
  const at = taken === -1 ? rest.length : Math.min(taken, rest.length);
  return [...rest.slice(0, at), [rule.parameter, escapeVariables(cursor)], ...rest.slice(at)];
}
