import { fieldOf, isRecord } from '../json/unknown-fields';
import { valueAtSteps } from './json-steps';

/** Where the cursor of another page comes from, and the query parameter that takes it. */
export type CursorRule =
  | { readonly kind: 'field'; readonly steps: readonly string[]; readonly parameter: string }
  /** The field is a URL; the cursor is in its query. */
  | { readonly kind: 'address'; readonly steps: readonly string[]; readonly parameter: string }
  /** The cursor is the id of the first or last item; there is no further page if `more` is false. */
  | {
      readonly kind: 'item';
      readonly end: 'first' | 'last';
      readonly more: readonly string[];
      readonly parameter: string;
    };

/** How an answer is a page of a list. */
export interface ListShape {
  /** The keys that lead to the array of items. */
  readonly items: readonly string[];
  readonly next: CursorRule;
  readonly previous: CursorRule | null;
}

/** Query parameters for a cursor, the likeliest first. */
const NEXT_PARAMETERS = [
  ...['cursor', 'page_token', 'pageToken', 'starting_after', 'after', 'next_token', 'nextToken', 'next'],
  ...['next_cursor', 'nextCursor', 'next_page_token', 'nextPageToken', 'start_cursor', 'page_cursor'],
  ...[
    'pagination_token',
    'paginationToken',
    'continuation_token',
    'continuationToken',
    'page[after]',
    'marker',
  ],
];
const PREVIOUS_PARAMETERS = ['ending_before', 'before', 'page[before]'];
/** Fields beside the items, or in an object beside them, that contain the cursor of the next page. */
const NEXT_FIELDS = [
  ...[
    'next_cursor',
    'nextCursor',
    'next_page_token',
    'nextPageToken',
    'next_token',
    'nextToken',
    'next_page',
  ],
  ...['nextPage', 'next', 'end_cursor', 'endCursor', 'continuation_token', 'continuationToken'],
  ...['pagination_token', 'paginationToken', 'after', 'next_marker', 'cursor'],
];
const PREVIOUS_FIELDS = ['previous_cursor', 'previousCursor', 'prev_cursor', 'previous', 'prev', 'before'];
const BESIDE = [
  ...[
    'meta',
    'metadata',
    'pagination',
    'paging',
    'page',
    'page_info',
    'pageInfo',
    'links',
    '_links',
    'cursors',
  ],
  ...['cursor', 'response_metadata', '_metadata'],
];
/** Fields that lists are wrapped in. */
const AROUND = ['data', 'result', 'response'];
const ITEM_NAMES = [
  'items',
  'data',
  'results',
  'records',
  'entries',
  'values',
  'list',
  'elements',
  'content',
];

/**
 * How the answer of a GET is a page of a list: an array of objects, a field beside it that names a next cursor, and a
 * query parameter of the operation for that cursor. Null for any other answer. See docs/decisions/0121-lists.md.
 * @param parameters names of the operation's query parameters.
 */
export function findListShape(parameters: readonly string[], body: unknown): ListShape | null {
  const taken = NEXT_PARAMETERS.filter((name) => parameters.includes(name));
  for (const around of [[], ...AROUND.map((name) => [name])]) {
    const items = findItems(body, around);
    if (items === null) continue;
    const next = findNext(body, around, taken) ?? findByItem(body, around, parameters);
    if (next !== null) return { items, next, previous: findPrevious(body, around, next, parameters) };
  }
  return null;
}

/** The array of objects; if there are several, the one with a usual name for lists, otherwise none. */
function findItems(body: unknown, around: readonly string[]): readonly string[] | null {
  const holder = valueAtSteps(body, around);
  if (!isRecord(holder)) return null;
  const lists = Object.entries(holder).filter(([, value]) => isListOfObjects(value));
  const named = ITEM_NAMES.find((name) => lists.some(([key]) => key === name));
  const chosen = named ?? (lists.length === 1 ? lists[0]?.[0] : undefined);
  return chosen === undefined ? null : [...around, chosen];
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}

function findNext(body: unknown, around: readonly string[], taken: readonly string[]): CursorRule | null {
  for (const place of placesOf(around))
    for (const field of NEXT_FIELDS) {
      const rule = ruleOf(body, [...place, field], taken);
      if (rule !== null) return rule;
    }
  return null;
}

function findPrevious(
  body: unknown,
  around: readonly string[],
  next: CursorRule,
  parameters: readonly string[],
): CursorRule | null {
  const own = PREVIOUS_PARAMETERS.filter((name) => parameters.includes(name));
  if (next.kind === 'item') {
    const [parameter] = own;
    return parameter === undefined ? null : { ...next, end: 'first', parameter };
  }
  for (const place of placesOf(around))
    for (const field of PREVIOUS_FIELDS) {
      const rule = ruleOf(body, [...place, field], [...own, next.parameter]);
      if (rule !== null) return rule;
    }
  return null;
}

/** Beside the items, then in the objects there, then beside their wrapper. */
function placesOf(around: readonly string[]): readonly (readonly string[])[] {
  const holders = around.length === 0 ? [[]] : [around, []];
  return holders.flatMap((holder) => [
    holder,
    ...BESIDE.map((name) => [...holder, name]),
    [...holder, 'paging', 'cursors'],
  ]);
}

/** Null if there is no such field, or if its value cannot be a cursor. */
function ruleOf(body: unknown, steps: readonly string[], taken: readonly string[]): CursorRule | null {
  const holder = valueAtSteps(body, steps.slice(0, -1));
  const name = steps[steps.length - 1] ?? '';
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return null;
  const value = fieldOf(holder, name);
  const [first] = taken;
  if (first === undefined) return null;
  const isAddress = typeof value === 'string' && /^(?:https?:\/\/|\/|\?)/.test(value);
  if (isAddress) {
    const parameter = taken.find((one) => queryOf(value).has(one));
    return parameter === undefined ? null : { kind: 'address', steps, parameter };
  }
  const isCursor = value === null || typeof value === 'string' || Number.isSafeInteger(value);
  // `next_token` goes into the parameter of the same name, if there is one.
  return isCursor ? { kind: 'field', steps, parameter: taken.find((one) => one === name) ?? first } : null;
}

/** With `has_more`, the last id goes into `starting_after`. */
function findByItem(
  body: unknown,
  around: readonly string[],
  parameters: readonly string[],
): CursorRule | null {
  const parameter = ['starting_after', 'after'].find((name) => parameters.includes(name));
  const more = ['has_more', 'hasMore'].find(
    (name) => typeof valueAtSteps(body, [...around, name]) === 'boolean',
  );
  if (parameter === undefined || more === undefined) return null;
  return { kind: 'item', end: 'last', more: [...around, more], parameter };
}

export function queryOf(address: string): URLSearchParams {
  const at = address.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : address.slice(at + 1).replace(/#.*$/s, ''));
}
