import type { JsonValue } from '@shared/documents/schema-view';
import { findReferenced, listAt, member, referenceOf, type JsonObject } from './raw-document';

const MAX_DEPTH = 8;
const MAX_CODES = 100;

/** What an answer's schemas say of its `code` and `message`. */
export function readErrorWords(
  document: JsonObject,
  schemas: readonly (JsonValue | undefined)[],
): { readonly codes: readonly string[]; readonly defaultMessage: string | null } {
  const codes = new Set<string>();
  let defaultMessage: string | null = null;
  const seen = new Set<string>();
  const look = (schema: JsonValue | undefined, depth: number): void => {
    if (schema === undefined || depth > MAX_DEPTH) return;
    const reference = referenceOf(schema);
    if (reference !== null && !seen.has(reference)) {
      seen.add(reference);
      look(findReferenced(document, reference), depth + 1);
    }
    const code = member(member(schema, 'properties'), 'code');
    for (const value of [member(code, 'const'), ...listAt(code, 'enum')])
      if (typeof value === 'string' && codes.size < MAX_CODES) codes.add(value);
    const message = member(member(member(schema, 'properties'), 'message'), 'default');
    if (typeof message === 'string') defaultMessage ??= message;
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const part of listAt(schema, keyword)) look(part, depth + 1);
    look(member(schema, 'then'), depth + 1);
  };
  for (const schema of schemas) look(schema, 0);
  return { codes: [...codes], defaultMessage };
}
