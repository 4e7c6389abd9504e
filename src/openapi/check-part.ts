import type { Finding } from '@contract';
import type { CheckedPart, DocumentCheck, DocumentExample } from '@shared/documents/document-check';
import { pointerSteps } from '@shared/json/find-place';
import { isMultipart } from '@shared/import/multipart';
import { parseJson } from '@shared/json/parse-json';
import { answerPointer, findContent, isForm, schemaOf } from './find-content';
import { bestExample, choiceExamples, makeExamples } from './make-examples';
import { objectAt, type JsonObject } from './raw-document';
import type { FoundOperation } from './read-content';
import { readFormOf } from './read-form';
import { readMultipartOf, type MultipartForm } from './read-multipart';
import type { SchemaChecker, ValueUse } from './schema-checker';
import { writeExample } from './write-example';

const NO_SCHEMA: DocumentCheck = { kind: 'not-checked', why: 'no-schema', detail: null };

/** Checks a body against what the document says about it. */
export function checkPart(
  document: JsonObject,
  operation: FoundOperation,
  checker: SchemaChecker,
  part: CheckedPart,
  text: string,
): DocumentCheck {
  if (part.kind === 'body')
    return checkBody(document, checker, `${operation.pointer}/requestBody`, part.mediaType, text);
  const holder = answerPointer(operation, part.status);
  if (holder === null) return undocumented(operation, part.status);
  const pointer = schemaOf(document, findContent(document, holder, part.contentType));
  return pointer === null ? NO_SCHEMA : checkJson(checker, pointer, text, 'answer');
}

/** @param holder the pointer to what the document says about bodies of the request. */
export function checkBody(
  document: JsonObject,
  checker: SchemaChecker,
  holder: string,
  mediaType: string,
  text: string,
): DocumentCheck {
  const content = findContent(document, holder, mediaType);
  const pointer = schemaOf(document, content);
  if (content === null || pointer === null) return NO_SCHEMA;
  if (isMultipart(mediaType)) {
    const read = readMultipartOf(document, content, mediaType, text);
    return read.ok ? checkMultipart(checker, pointer, read) : checkedWith(aboutBody('error', read.why));
  }
  return isForm(mediaType)
    ? checker.check(pointer, readFormOf(document, content, text), 'form')
    : checkJson(checker, pointer, text, 'request');
}

function checkMultipart(
  checker: SchemaChecker,
  pointer: string,
  { form, open, notes }: Extract<MultipartForm, { ok: true }>,
): DocumentCheck {
  const check = checker.check(pointer, form, 'form');
  if (check.kind === 'not-checked') return check;
  // Of a part with a variable nothing is known but that it is there.
  const known = check.findings.filter(({ pointer: at }) => !open.has(pointerSteps(at)[0] ?? ''));
  return { ...check, findings: [...known, ...notes.map((note) => aboutBody('warning', note))] };
}

function aboutBody(severity: Finding['severity'], message: string): Finding {
  return { pointer: '', rule: 'other', severity, message, value: null, expected: '' };
}

function checkedWith(finding: Finding): DocumentCheck {
  return { kind: 'checked', findings: [finding], moreFindings: 0 };
}

function checkJson(checker: SchemaChecker, pointer: string, text: string, use: ValueUse): DocumentCheck {
  const value = parseJson(text);
  return value === undefined
    ? { kind: 'not-checked', why: 'not-json', detail: null }
    : checker.check(pointer, value, use);
}

/**
 * Bodies to start from, the best first: the document's own example if it fits its schema, otherwise one made from the
 * schema; then the document's other examples, and one for each choice.
 */
export function startingBodies(
  document: JsonObject,
  operation: FoundOperation,
  checker: SchemaChecker,
  mediaType: string,
): readonly DocumentExample[] {
  const content = findContent(document, `${operation.pointer}/requestBody`, mediaType);
  if (content === null) return [];
  const all = makeExamples(document, checker, content, 'request');
  const best = bestExample(all);
  const others = [
    ...all.filter(({ origin }) => origin === 'document'),
    ...choiceExamples(document, checker, content),
  ];
  const texts = new Map<string, DocumentExample>();
  for (const { name, value, origin, check } of [...(best === null ? [] : [best]), ...others]) {
    const written = writeExample(document, content, mediaType, value);
    if (written === null) continue;
    const { text } = written;
    const known = texts.get(text);
    // The best body may be that of a choice as well: then it takes the choice's name.
    texts.set(text, known ? { ...known, name: known.name ?? name } : { ...written, name, origin, check });
  }
  return [...texts.values()];
}

function undocumented({ raw }: FoundOperation, status: number): DocumentCheck {
  return checkedWith({
    pointer: '',
    rule: 'undocumented-status',
    severity: 'warning',
    message: `The document does not list the status ${status} for this operation.`,
    value: String(status),
    expected: Object.keys(objectAt(raw, 'responses')).join(', '),
  });
}
