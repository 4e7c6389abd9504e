import type { DocumentCheck } from '@shared/documents/document-check';
import type { JsonValue } from '@shared/documents/schema-view';
import { contentsAt, isJson, schemaOf, type FoundContent } from '@openapi/find-content';
import { bestExample, findingsOf, makeExamples, sampleOf } from '@openapi/make-examples';
import { objectAt, type JsonObject } from '@openapi/raw-document';
import type { FoundOperation } from '@openapi/read-content';
import type { SchemaChecker } from '@openapi/schema-checker';

/** What an operation answers with a given status, before values given by requests are merged in. */
export interface PreparedAnswer {
  readonly status: number;
  /** Null for an answer without a body. */
  readonly contentType: string | null;
  readonly value: JsonValue | undefined;
  readonly origin: 'document' | 'made' | 'none';
  readonly check: DocumentCheck | null;
  readonly ownBreaks: boolean;
  readonly schema: string | null;
}

/** Generates the answers of a document's operations, each of them once. */
export class AnswerMaker {
  private readonly prepared = new Map<string, PreparedAnswer>();
  private readonly everything = new Map<string, JsonValue | undefined>();

  constructor(
    private readonly document: JsonObject,
    private readonly checker: SchemaChecker,
  ) {}

  success(operation: FoundOperation): PreparedAnswer {
    return this.of(operation, successOf(operation));
  }

  /**
   * The answer for the first of these statuses that the document describes, or for its `4XX` or `default`; null when it
   * describes none of them.
   */
  error(operation: FoundOperation, statuses: readonly number[]): PreparedAnswer | null {
    for (const status of statuses) {
      const name = namesOf(operation).find((each) => each === String(status));
      if (name !== undefined) return this.of(operation, { name, status });
    }
    const [status = 400] = statuses;
    const group = namesOf(operation).find((each) => each.toUpperCase() === '4XX' || each === 'default');
    return group === undefined ? null : this.of(operation, { name: group, status });
  }

  /** An answer with everything that its schema names, even if the values are not valid. */
  known({ schema, value }: PreparedAnswer): JsonValue | undefined {
    if (schema === null) return value;
    if (!this.everything.has(schema))
      this.everything.set(schema, sampleOf(this.document, schema, 'answer')[0]);
    return this.everything.get(schema);
  }

  findings({ schema }: PreparedAnswer, value: JsonValue): number {
    return schema === null ? 0 : findingsOf(this.checker.check(schema, value, 'answer'));
  }

  private of(operation: FoundOperation, { name, status }: Named): PreparedAnswer {
    const key = `${operation.pointer} ${name} ${status}`;
    const known = this.prepared.get(key);
    if (known !== undefined) return known;
    const made = this.make(
      name === null ? [] : contentsAt(this.document, `${operation.pointer}/responses/${name}`),
      status,
    );
    this.prepared.set(key, made);
    return made;
  }

  private make(contents: readonly FoundContent[], status: number): PreparedAnswer {
    const content = contents.find(({ mediaType }) => isJson(typeToSend(mediaType))) ?? contents[0];
    const empty = { status, contentType: null, value: undefined, origin: 'none', check: null } as const;
    if (content === undefined || status === 204 || status === 304)
      return { ...empty, ownBreaks: false, schema: null };
    const contentType = typeToSend(content.mediaType);
    const schema = isJson(contentType) ? schemaOf(this.document, content) : null;
    const examples = makeExamples(this.document, this.checker, content, 'answer');
    const best = bestExample(examples);
    return {
      status,
      contentType,
      schema,
      // A JSON answer needs a value; anything else may be empty.
      value: best?.value ?? (isJson(contentType) ? {} : undefined),
      origin: best?.origin ?? 'none',
      check: schema === null ? null : (best?.check ?? null),
      ownBreaks:
        schema !== null &&
        examples.some(({ origin, check }) => origin === 'document' && findingsOf(check) > 0),
    };
  }
}

interface Named {
  /** As the document writes the status; null when it describes no answer. */
  readonly name: string | null;
  readonly status: number;
}

/**
 * The lowest 2XX status; otherwise `2XX` or `default`; otherwise a redirect; and 200 for a document that says nothing.
 */
function successOf(operation: FoundOperation): Named {
  const names = namesOf(operation);
  const exact = (first: string): string | undefined =>
    names.filter((name) => name.length === 3 && name.startsWith(first) && /^\d{3}$/.test(name)).sort()[0];
  const best = exact('2');
  if (best !== undefined) return { name: best, status: Number(best) };
  const group =
    names.find((name) => name.toUpperCase() === '2XX') ?? names.find((name) => name === 'default');
  if (group !== undefined) return { name: group, status: 200 };
  const other = exact('3');
  return other === undefined ? { name: null, status: 200 } : { name: other, status: Number(other) };
}

function namesOf({ raw }: FoundOperation): readonly string[] {
  return Object.keys(objectAt(raw, 'responses'));
}

/** A range such as `text/*` cannot be sent as a media type. */
function typeToSend(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType;
  return mediaType.startsWith('text/') ? 'text/plain' : 'application/json';
}
