import { toDecimal } from '@shared/json/decimal';
import {
  parseJsonTree,
  sourceOf,
  stringOf,
  type JsonMember,
  type JsonNode,
  type JsonTree,
} from '@shared/json/json-tree';
import { graphqlByValue } from './graphql-by-value';

/** Longer texts, in UTF-16 code units, would take too long right before they are sent. */
export const MAX_BY_VALUE = 1_000_000;

/** A number with such an exponent is compared as written. */
const LONG_EXPONENT = /[eE][-+]?\d{15}/;

const compare = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : one > other ? 1 : 0;

/**
 * A text that is equal for all JSON texts of the same value: members by key, strings with only the escapes they need,
 * numbers by their exact value, never as doubles. The order of lists counts, and that of members with the same key.
 * The document of a GraphQL request counts without its layout.
 * Null if the text is not JSON, or too long or nested too deep.
 */
export function jsonByValue(text: string): string | null {
  if (text.length > MAX_BY_VALUE) return null;
  const parsed = parseJsonTree(text);
  if (!parsed.ok) return null;
  const { tree } = parsed;
  const graphql = tree.root.kind === 'object' ? graphqlByValue(tree, tree.root.members) : null;
  if (graphql === null) return textOf(tree, tree.root);
  return `GraphQL ${JSON.stringify(graphql.query)} ${objectOf(tree, graphql.others)}`;
}

function textOf(tree: JsonTree, node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return objectOf(tree, node.members);
    case 'array':
      return `[${node.items.map((item) => textOf(tree, item)).join(',')}]`;
    case 'number':
      return numberByValue(sourceOf(tree, node));
    case 'string':
      return JSON.stringify(stringOf(tree, node));
    default:
      return node.kind;
  }
}

function objectOf(tree: JsonTree, written: readonly JsonMember[]): string {
  const members = written.map(({ key, value }) => [key, textOf(tree, value)] as const).sort(compare);
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

/**
 * Its digits without zeros at either end, and the power of ten of the last one: `12.50` is `125e-1`. Marks of what was
 * sent are made from this, and kept.
 */
function numberByValue(written: string): string {
  if (LONG_EXPONENT.test(written)) return written;
  const { sign, digits, point } = toDecimal(written);
  return sign === 0 ? '0' : `${sign < 0 ? '-' : ''}${digits}e${point - digits.length}`;
}
