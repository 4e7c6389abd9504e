import { sourceOf, stringOf, type JsonMember, type JsonTree } from '@shared/json/json-tree';

const REST = ['variables', 'operationName', 'extensions'];
const DOCUMENT = /^[\s,\ufeff]*(?:#|\{|(?:query|mutation|subscription|fragment)\b)/;

/** Block strings and strings, also unclosed ones; comments; what only separates; numbers; names; signs. */
const TOKENS =
  /"""(?:\\"""|[^])*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|#[^\n\r]*|[\s,\ufeff]+|-?\d[\w.+-]*|\w+|\.{3}|[^]/g;

/** The text of a GraphQL document without its layout, commas and comments; its strings stay as they are. */
function documentByValue(document: string): string {
  return (document.match(TOKENS) ?? []).filter((token) => !/^[#\s,\ufeff]/.test(token)).join(' ');
}

/**
 * What the members of a GraphQL request (GraphQL over HTTP) are compared by: members that say nothing are left out.
 * Null if this is none.
 */
export function graphqlByValue(
  tree: JsonTree,
  members: readonly JsonMember[],
): { readonly query: string; readonly others: readonly JsonMember[] } | null {
  const [query, another] = members.filter(({ key }) => key === 'query');
  if (query?.value.kind !== 'string' || another !== undefined) return null;
  const document = stringOf(tree, query.value) ?? '';
  const others = members.filter((member) => member !== query);
  if (!DOCUMENT.test(document) || !others.every(({ key }) => REST.includes(key))) return null;
  const isEmpty = ({ value }: JsonMember): boolean => /^(?:null|\{\s*\})$/.test(sourceOf(tree, value));
  return { query: documentByValue(document), others: others.filter((member) => !isEmpty(member)) };
}
