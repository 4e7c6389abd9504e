import type { CheckedPart, DocumentCheck, DocumentExample } from '@shared/documents/document-check';
import type { JsonValue } from '@shared/documents/schema-view';
import { sample } from 'openapi-sampler';
import { isObject, member, objectAt, resolvedPointer, valueAt, type JsonObject } from './raw-document';
import type { FoundOperation } from './read-content';
import type { SchemaChecker } from './schema-checker';

/** How deep an example goes into models within models. */
const MAX_SAMPLE_DEPTH = 8;

/** Holds a body against what the document says of it. */
export function checkPart(
  document: JsonObject,
  operation: FoundOperation,
  checker: SchemaChecker,
  part: CheckedPart,
  text: string,
): DocumentCheck {
  const holder =
    part.kind === 'body' ? `${operation.pointer}/requestBody` : answerPointer(operation, part.status);
  if (holder === null && part.kind === 'response') return undocumented(operation, part.status);
  const mediaType = part.kind === 'body' ? part.mediaType : part.contentType;
  const pointer = holder === null ? null : schemaPointer(document, holder, mediaType);
  if (pointer === null) return { kind: 'not-checked', why: 'no-schema', detail: null };
  const value = parse(text);
  return value === undefined
    ? { kind: 'not-checked', why: 'not-json', detail: null }
    : checker.check(pointer, value);
}

/** A body to start from: the document's own example where it keeps its schema, else one made of the schema. */
export function makeExample(
  document: JsonObject,
  operation: FoundOperation,
  checker: SchemaChecker,
  mediaType: string,
): DocumentExample | null {
  const body = resolvedPointer(document, `${operation.pointer}/requestBody`);
  const content = body === null ? undefined : member(objectAt(valueAt(document, body), 'content'), mediaType);
  const pointer = body === null ? null : schemaPointer(document, body, mediaType);
  const own = ownExamples(content).map((value) => ({ value, origin: 'document' as const }));
  const made = pointer === null ? [] : [false, true].flatMap((bare) => madeOf(document, pointer, bare));
  const candidates = [...own, ...made].map(({ value, origin }): DocumentExample => {
    const check: DocumentCheck =
      pointer === null
        ? { kind: 'not-checked', why: 'no-schema', detail: null }
        : checker.check(pointer, value);
    return { text: JSON.stringify(value, null, 2), origin, check };
  });
  return candidates.find(({ check }) => keeps(check)) ?? candidates[0] ?? null;
}

function keeps(check: DocumentCheck): boolean {
  return check.kind === 'not-checked' || !check.findings.some(({ severity }) => severity === 'error');
}

function ownExamples(content: JsonValue | undefined): readonly JsonValue[] {
  const own = member(content, 'example');
  const named = Object.values(objectAt(content, 'examples')).map((example) => member(example, 'value'));
  return [own, ...named].filter((value) => value !== undefined);
}

/** @param bare without what may be left out, in which a generator is most often wrong. */
function madeOf(
  document: JsonObject,
  pointer: string,
  bare: boolean,
): readonly { readonly value: JsonValue; readonly origin: 'made' }[] {
  const options = {
    skipReadOnly: true,
    skipNonRequired: bare,
    quiet: true,
    maxSampleDepth: MAX_SAMPLE_DEPTH,
  };
  try {
    // What it takes is a schema of any version; what it gives is JSON.
    const value = sample(Object(valueAt(document, pointer)), options, document);
    return value === undefined ? [] : [{ value: JSON.parse(JSON.stringify(value)), origin: 'made' }];
  } catch {
    return [];
  }
}

function answerPointer({ raw, pointer }: FoundOperation, status: number): string | null {
  const responses = objectAt(raw, 'responses');
  const group = `${Math.floor(status / 100)}XX`;
  const named = [String(status), group, group.toLowerCase(), 'default'].find((name) =>
    Object.hasOwn(responses, name),
  );
  return named === undefined ? null : `${pointer}/responses/${named}`;
}

function undocumented({ raw }: FoundOperation, status: number): DocumentCheck {
  const finding = {
    pointer: '',
    rule: 'undocumented-status',
    severity: 'warning',
    message: `The document does not list the status ${status} for this operation.`,
    value: String(status),
    expected: Object.keys(objectAt(raw, 'responses')).join(', '),
  } as const;
  return { kind: 'checked', findings: [finding], moreFindings: 0 };
}

/** The schema of a media type: named, of any JSON, or of any type at all. Null where the document has none. */
function schemaPointer(document: JsonObject, holder: string, mediaType: string | null): string | null {
  const pointer = resolvedPointer(document, holder);
  if (pointer === null) return null;
  const contents = objectAt(valueAt(document, pointer), 'content');
  const wanted = bare(mediaType ?? 'application/json');
  const types = Object.keys(contents);
  const found =
    types.find((type) => bare(type) === wanted) ??
    types.find((type) => isJson(type) && isJson(wanted)) ??
    types.find((type) => bare(type) === `${wanted.split('/')[0]}/*`) ??
    types.find((type) => bare(type) === '*/*');
  if (found === undefined || !isObject(contents[found]) || member(contents[found], 'schema') === undefined)
    return null;
  const escaped = found.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${pointer}/content/${escaped}/schema`;
}

function bare(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

function isJson(mediaType: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(bare(mediaType));
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
