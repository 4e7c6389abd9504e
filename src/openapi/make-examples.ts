import type { DocumentCheck } from '@shared/documents/document-check';
import type { JsonValue } from '@shared/documents/schema-view';
import { sample } from 'openapi-sampler';
import { schemaOf, type FoundContent } from './find-content';
import { member, objectAt, resolved, valueAt, type JsonObject } from './raw-document';
import type { SchemaChecker } from './schema-checker';

/** How deep an example goes into models within models. */
const MAX_SAMPLE_DEPTH = 8;

export interface MadeExample {
  readonly value: JsonValue;
  readonly origin: 'document' | 'made';
  /** What its own schema says of it: a generator and a document's own example may break it. */
  readonly check: DocumentCheck;
}

/** Whose values it has: a request leaves out what only answers have, and the other way round. */
export type ExampleUse = 'request' | 'answer';

/** The document's own examples, then one made of the schema, and one without what may be left out: none if none can be had. */
export function makeExamples(
  document: JsonObject,
  checker: SchemaChecker,
  content: FoundContent,
  use: ExampleUse,
): readonly MadeExample[] {
  const schema = schemaOf(document, content);
  const check = (value: JsonValue): DocumentCheck =>
    schema === null ? { kind: 'not-checked', why: 'no-schema', detail: null } : checker.check(schema, value);
  const own = ownExamples(document, valueAt(document, content.pointer));
  const made = schema === null ? [] : [false, true].flatMap((bare) => sampleOf(document, schema, use, bare));
  return [
    ...own.map((value) => ({ value, origin: 'document' as const, check: check(value) })),
    ...made.map((value) => ({ value, origin: 'made' as const, check: check(value) })),
  ];
}

/** The first without findings, else the first without errors, else the first. */
export function bestExample(examples: readonly MadeExample[]): MadeExample | null {
  return (
    examples.find(({ check }) => findingsOf(check) === 0) ??
    examples.find(({ check }) => check.kind === 'checked' && !check.findings.some(isError)) ??
    examples[0] ??
    null
  );
}

/** How many; none where nothing could be checked. */
export function findingsOf(check: DocumentCheck): number {
  return check.kind === 'checked' ? check.findings.length + check.moreFindings : 0;
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === 'error';
}

function ownExamples(document: JsonObject, content: JsonValue | undefined): readonly JsonValue[] {
  const own = member(content, 'example');
  const named = Object.values(objectAt(content, 'examples')).map((example) =>
    member(resolved(document, example), 'value'),
  );
  return [own, ...named].filter((value) => value !== undefined);
}

/**
 * What the generator makes of a schema; nothing where it cannot.
 * @param bare without what may be left out, in which a generator is most often wrong.
 */
export function sampleOf(
  document: JsonObject,
  schema: string,
  use: ExampleUse,
  bare = false,
): readonly JsonValue[] {
  const options = {
    ...(use === 'request' ? { skipReadOnly: true } : { skipWriteOnly: true }),
    skipNonRequired: bare,
    quiet: true,
    maxSampleDepth: MAX_SAMPLE_DEPTH,
  };
  try {
    // What it takes is a schema of any version; what it gives is JSON.
    const value = sample(Object(valueAt(document, schema)), options, document);
    return value === undefined ? [] : [JSON.parse(JSON.stringify(value))];
  } catch {
    return [];
  }
}
