import { isRecord } from '@shared/json/unknown-fields';
import type { ErrorWords } from '@shared/documents/operation-details';
import type { JsonValue } from '@shared/documents/schema-view';
import {
  findReferenced,
  listAt,
  member,
  objectAt,
  referenceOf,
  textAt,
  type JsonObject,
} from './raw-document';

const MAX_DEPTH = 8;
const MAX_CODES = 100;
/** Field names that hold an error's code, and fields that errors are wrapped in. */
const CODE_FIELDS = ['code', 'error_code', 'errorCode', 'decline_code', 'declineCode'];
const WRAPPERS = ['error', 'errors', 'fault'];

/** What an answer's schemas say about its error code and message. */
export function readErrorWords(
  document: JsonObject,
  schemas: readonly (JsonValue | undefined)[],
): ErrorWords {
  const reader = new ErrorWordsReader(document);
  for (const schema of schemas) reader.look(schema, 0);
  const { codes, meanings, codeDescription, defaultMessage } = reader;
  const codeMeanings = [...meanings].map(([code, meaning]) => ({ code, meaning }));
  return { codes: [...codes], codeMeanings, codeDescription, defaultMessage };
}

class ErrorWordsReader {
  readonly codes = new Set<string>();
  readonly meanings = new Map<string, string>();
  codeDescription: string | null = null;
  defaultMessage: string | null = null;
  private readonly seen = new Set<string>();

  constructor(private readonly document: JsonObject) {}

  look(schema: JsonValue | undefined, depth: number): void {
    if (schema === undefined || depth > MAX_DEPTH) return;
    const properties = objectAt(schema, 'properties');
    for (const name of CODE_FIELDS) this.lookAtCode(member(properties, name), depth);
    const message = member(member(properties, 'message'), 'default');
    if (typeof message === 'string') this.defaultMessage ??= message;
    this.follow(schema, (part) => this.look(part, depth + 1));
    for (const name of WRAPPERS) this.look(member(properties, name), depth + 1);
    this.look(member(schema, 'items'), depth + 1);
    this.look(member(schema, 'then'), depth + 1);
  }

  private lookAtCode(code: JsonValue | undefined, depth: number): void {
    if (code === undefined || depth > MAX_DEPTH) return;
    const values = listAt(code, 'enum');
    const only = member(code, 'const');
    for (const value of [only, ...values])
      if (isCode(value) && this.codes.size < MAX_CODES) this.codes.add(String(value));
    const own = textAt(code, 'description') ?? (only === undefined ? null : textAt(code, 'title'));
    // In a choice of constants, the description explains this one constant.
    if (isCode(only) && own !== null) this.meanings.set(String(only), own);
    else this.codeDescription ??= own;
    const beside = member(code, 'x-enum-descriptions') ?? member(code, 'x-enumDescriptions');
    values.forEach((value, at) => {
      const meaning = Array.isArray(beside)
        ? textAt({ at: beside[at] ?? null }, 'at')
        : textAt(beside, String(value));
      if (meaning !== null) this.meanings.set(String(value), meaning);
    });
    this.follow(code, (part) => this.lookAtCode(part, depth + 1));
  }

  /** Looks at what a schema refers to (each target once), and at the parts of a combined schema. */
  private follow(schema: JsonValue, look: (part: JsonValue) => void): void {
    const reference = referenceOf(schema);
    if (reference !== null && !this.seen.has(reference)) {
      this.seen.add(reference);
      const found = findReferenced(this.document, reference);
      if (isRecord(found)) look(found);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const part of listAt(schema, keyword)) look(part);
  }
}

function isCode(value: JsonValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
