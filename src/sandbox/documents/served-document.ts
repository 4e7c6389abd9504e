import { isRecord } from '@shared/json/unknown-fields';
import type { ErrorDetail } from '@contract';
import type { JsonValue } from '@shared/documents/schema-view';
import { countOf } from '@shared/text/count-of';
import { isJson } from '@openapi/find-content';
import { findParameters, type FoundParameter } from '@openapi/find-parameters';
import { findingsOf } from '@openapi/make-examples';
import { member, type JsonObject } from '@openapi/raw-document';
import { findOperations, type FoundOperation } from '@openapi/read-content';
import { SchemaChecker } from '@openapi/schema-checker';
import { RequestChecker } from './check-request';
import { DocumentPaths } from './document-paths';
import { ThingMemory } from './thing-memory';
import { AnswerMaker, type PreparedAnswer } from './prepare-answer';
import type { CheckedAnswer, DocumentReply, DocumentRequest } from './protocol';

/** Sent with every answer: says that it is made up, and from what. */
export const MADE_UP_HEADER = 'x-sandbox-made-up';
/** Sent with a refusal that the document describes, because its own text cannot say what was wrong. */
export const REASON_HEADER = 'x-sandbox-reason';
const MAX_HEADER = 300;

/**
 * Answers requests as a document describes: the same answer for the same request, generated only from the document and
 * from what requests contained.
 */
export class ServedDocument {
  readonly operations: readonly FoundOperation[];
  private readonly paths: DocumentPaths;
  private readonly answers: AnswerMaker;
  private readonly checker: RequestChecker;
  private readonly things: ThingMemory;
  private readonly parameters = new Map<string, readonly FoundParameter[]>();
  private readonly needsToken: (operation: FoundOperation) => boolean;

  /** @param began called with each operation before work on it starts. */
  constructor(
    private readonly document: JsonObject,
    private readonly suspended: ReadonlySet<string> = new Set(),
    private readonly began: (operation: string) => void = () => undefined,
  ) {
    this.operations = findOperations(document).operations;
    this.paths = new DocumentPaths(document, this.operations);
    const schemas = new SchemaChecker(document);
    this.answers = new AnswerMaker(document, schemas);
    this.checker = new RequestChecker(document, schemas);
    this.things = new ThingMemory(this.operations, this.answers);
    this.needsToken = ({ raw }) => !isOpen(member(raw, 'security') ?? member(document, 'security'));
  }

  reply(request: DocumentRequest): DocumentReply {
    const found = this.paths.find(request.path);
    if (found === null) return { kind: 'no-path' };
    const operation = found.methods.get(request.method);
    if (operation === undefined) return { kind: 'no-method', allow: [...found.methods.keys()] };
    const line = lineOf(operation);
    if (this.suspended.has(line))
      return refused(
        500,
        `What the document says of ${line} could not be worked out within the limits of a document: it is not served.`,
      );
    this.began(line);
    if (request.unauthorized !== null && this.needsToken(operation))
      return this.refuse(operation, [401], request.unauthorized, []);
    const read = this.checker.read(operation, this.parametersOf(operation), found.parameters, request);
    const [first] = read.wrong;
    if (first !== undefined) return this.refuse(operation, [400, 422], first.message, read.wrong);
    const success = this.answers.success(operation);
    const answer = this.things.answer(operation, found.parameters, read.body, success);
    if (answer === null)
      return this.refuse(operation, [404, 410], 'It was deleted by an earlier request.', []);
    return this.answer(success, answer.value, answer.remembers);
  }

  /** Checks an operation's answer for a successful request against its own schema. */
  check(index: number): CheckedAnswer {
    const operation = this.operations[index];
    if (operation === undefined) throw new Error(`There is no operation ${index}.`);
    const line = lineOf(operation);
    const unchecked = { operation: line, origin: 'none', ownBreaks: false } as const;
    if (this.suspended.has(line))
      return { ...unchecked, breaks: 'it could not be worked out within the limits of a document' };
    this.began(line);
    const { origin, check, ownBreaks } = this.answers.success(operation);
    const [first] = check?.kind === 'checked' ? check.findings : [];
    const unusable = check?.kind === 'not-checked' ? (check.detail ?? check.why) : null;
    const where = first === undefined || first.pointer === '' ? '' : ` (${first.pointer})`;
    return { operation: line, origin, ownBreaks, breaks: first ? `${first.message}${where}` : unusable };
  }

  private parametersOf(operation: FoundOperation): readonly FoundParameter[] {
    const known = this.parameters.get(operation.pointer) ?? findParameters(this.document, operation);
    this.parameters.set(operation.pointer, known);
    return known;
  }

  private refuse(
    operation: FoundOperation,
    statuses: readonly [400 | 401 | 404, ...number[]],
    message: string,
    details: readonly ErrorDetail[],
  ): DocumentReply {
    const described = this.answers.error(operation, statuses);
    if (described === null) return refused(statuses[0], message, details);
    const value = this.withWords(described, message);
    const answer = this.answer(described, value, false);
    return { ...answer, headers: { ...answer.headers, [REASON_HEADER]: printable(message) } };
  }

  /** Puts the message into the document's error body if there is a place for it and the schema allows it. */
  private withWords(described: PreparedAnswer, message: string): JsonValue | undefined {
    const { value } = described;
    if (!isRecord(value)) return value;
    const before = this.answers.findings(described, value);
    for (const holder of [null, 'error']) {
      const inner = holder === null ? value : member(value, holder);
      const name = ['message', 'detail', 'description', 'title'].find(
        (each) => typeof member(inner, each) === 'string',
      );
      if (name === undefined || !isRecord(inner)) continue;
      const worded = { ...inner, [name]: message };
      const whole = holder === null ? worded : { ...value, [holder]: worded };
      if (this.answers.findings(described, whole) <= before) return whole;
    }
    return value;
  }

  private answer(
    prepared: PreparedAnswer,
    value: JsonValue | undefined,
    remembers: boolean,
  ): Extract<DocumentReply, { kind: 'answer' }> {
    const { contentType, status } = prepared;
    const findings = value === undefined ? 0 : this.answers.findings(prepared, value);
    const headers = {
      [MADE_UP_HEADER]: describeOrigin(prepared, remembers, findings),
      ...(contentType === null ? {} : { 'content-type': printable(contentType) }),
    };
    return { kind: 'answer', status, headers, body: contentType === null ? '' : bodyOf(contentType, value) };
  }
}

function bodyOf(contentType: string, value: JsonValue | undefined): string {
  if (isJson(contentType)) return JSON.stringify(value ?? {});
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeOrigin({ origin, check }: PreparedAnswer, remembers: boolean, findings: number): string {
  const sources = {
    document: "the document's example",
    made: 'the schema',
    none: 'nothing that the document shows',
  };
  const source = `made up from ${sources[origin]}${remembers ? ' and what this run was given' : ''}`;
  const count = Math.max(findings, check === null ? 0 : remembers ? 0 : findingsOf(check));
  if (check?.kind === 'not-checked') return printable(`${source}; its schema cannot be used`);
  return count === 0 ? source : `${source}; it breaks its schema in ${countOf(count, 'place')}`;
}

function refused(
  status: 400 | 401 | 404 | 500,
  message: string,
  details: readonly ErrorDetail[] = [],
): DocumentReply {
  return { kind: 'refused', status, message, details };
}

function lineOf({ method, path }: FoundOperation): string {
  return `${method} ${path}`;
}

/** `security: []`, or an alternative that requires nothing. */
function isOpen(security: JsonValue | undefined): boolean {
  if (!Array.isArray(security)) return false;
  return security.length === 0 || security.some((way) => isRecord(way) && Object.keys(way).length === 0);
}

/** Header values are limited to printable ASCII. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_HEADER);
}
