import { isRecord } from '@shared/json/unknown-fields';
import type { ErrorDetail, Finding } from '@contract';
import type { JsonValue } from '@shared/documents/schema-view';
import { isMultipart } from '@shared/import/multipart';
import { pointerSteps } from '@shared/json/find-place';
import { parseJson } from '@shared/json/parse-json';
import { checkBody } from '@openapi/check-part';
import { contentsAt, isForm, isJson } from '@openapi/find-content';
import type { FoundParameter } from '@openapi/find-parameters';
import { member, resolvedPointer, valueAt, type JsonObject } from '@openapi/raw-document';
import type { FoundOperation } from '@openapi/read-content';
import { readForm } from '@openapi/read-form';
import type { SchemaChecker } from '@openapi/schema-checker';
import { detail } from '../errors/api-error';
import type { DocumentRequest } from './protocol';

/** How many errors in one body are reported: the rest mostly repeat them. */
const MAX_DETAILS = 20;

export interface ReadRequest {
  /** Undefined without a body, and for a body that is neither JSON nor a form. */
  readonly body: JsonValue | undefined;
  /** Where the request departs from the document; empty if it does not. */
  readonly wrong: readonly ErrorDetail[];
}

/** Checks a request against what the document says about it. */
export class RequestChecker {
  constructor(
    private readonly document: JsonObject,
    private readonly checker: SchemaChecker,
  ) {}

  read(
    operation: FoundOperation,
    parameters: readonly FoundParameter[],
    inPath: readonly (readonly [name: string, value: string])[],
    request: DocumentRequest,
  ): ReadRequest {
    const query = new URLSearchParams(request.query);
    const wrong = parameters.flatMap((parameter) =>
      this.parameter(parameter, textsOf(parameter, inPath, query, request)),
    );
    const body = this.body(operation, request);
    return { body: body.body, wrong: [...wrong, ...body.wrong].slice(0, MAX_DETAILS) };
  }

  private parameter(parameter: FoundParameter, texts: readonly string[]): readonly ErrorDetail[] {
    const { name, place, required, schema } = parameter;
    if (texts.length === 0)
      return required ? [detail(place, [name], `The ${place} parameter ${name} is missing.`, 'missing')] : [];
    if (schema === null || this.isStructured(schema)) return [];
    const checks = readingsOf(texts, parameter).map((value) => this.checker.check(schema, value, 'request'));
    const [first] = checks;
    if (
      first?.kind !== 'checked' ||
      checks.some((each) => each.kind !== 'checked' || each.findings.length === 0)
    )
      return [];
    return first.findings.slice(0, 1).map(({ message }) => detail(place, [name], message));
  }

  /** There are many ways to write an object in a query or a path, so only its presence is checked. */
  private isStructured(schema: string): boolean {
    const raw = valueAt(this.document, resolvedPointer(this.document, schema) ?? schema);
    return member(raw, 'type') === 'object' || isRecord(member(raw, 'properties'));
  }

  private body({ pointer }: FoundOperation, request: DocumentRequest): ReadRequest {
    const holder = `${pointer}/requestBody`;
    const contents = contentsAt(this.document, holder);
    const described = valueAt(this.document, resolvedPointer(this.document, holder) ?? '');
    if (request.body === '') {
      const isMissing = contents.length > 0 && member(described, 'required') === true;
      return {
        body: undefined,
        wrong: isMissing ? [detail('body', [], 'The body is missing.', 'missing')] : [],
      };
    }
    const sent = request.headers['content-type'] ?? 'application/json';
    const isChecked = isJson(sent) || isForm(sent);
    const body = isForm(sent) ? readForm(request.body) : isJson(sent) ? parseJson(request.body) : undefined;
    if (isChecked && body === undefined) {
      const message = 'The body is not JSON.';
      return { body, wrong: contents.length > 0 ? [detail('body', [], message)] : [] };
    }
    if (!isChecked && !isMultipart(sent)) return { body, wrong: [] };
    const check = checkBody(this.document, this.checker, holder, sent, request.body);
    return { body, wrong: check.kind === 'checked' ? check.findings.map(toDetail) : [] };
  }
}

function toDetail({ pointer, message, rule }: Finding): ErrorDetail {
  return detail('body', pointerSteps(pointer), message, rule === 'required' ? 'missing' : 'value_error');
}

/** The raw values of a parameter. A query name with brackets, such as `name[key]`, is a part of the value of `name`. */
function textsOf(
  { name, place }: FoundParameter,
  inPath: readonly (readonly [name: string, value: string])[],
  query: URLSearchParams,
  { headers }: DocumentRequest,
): readonly string[] {
  if (place === 'path') return inPath.filter(([known]) => known === name).map(([, value]) => value);
  if (place === 'query')
    return [...query]
      .filter(([known]) => known === name || known.startsWith(`${name}[`))
      .map(([, value]) => value);
  const key = name.toLowerCase();
  return Object.hasOwn(headers, key) && headers[key] !== undefined ? [headers[key]] : [];
}

/**
 * The values that a text may stand for: a document may ask for a number, but on the wire there is only text. Errors are
 * reported for the first reading.
 */
function readingsOf(texts: readonly string[], { isContent }: FoundParameter): readonly JsonValue[] {
  const [text = ''] = texts;
  if (isContent) return [parseJson(text) ?? text];
  const plain = texts.length === 1 ? plainReadings(text) : [];
  const list = texts.length === 1 ? text.split(',') : [...texts];
  return [...plain, list, list.map((item) => plainReadings(item).at(-1) ?? item)];
}

function plainReadings(text: string): readonly JsonValue[] {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return [text, number];
  return text === 'true' || text === 'false' ? [text, text === 'true'] : [text];
}
