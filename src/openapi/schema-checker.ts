import { isRecord } from '@shared/json/unknown-fields';
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Finding } from '@contract';
import { findingOf, mostSpecific, typeMismatches } from '@contract/rule-violations';
import type { DocumentCheck } from '@shared/documents/document-check';
import type { JsonValue } from '@shared/documents/schema-view';
import { pointerSteps } from '@shared/json/find-place';
import { messageOf } from '@shared/text/message-of';
import {
  member,
  objectAt,
  referenceOf,
  resolved,
  resolvedPointer,
  valueAt,
  type JsonObject,
} from './raw-document';
import { MAX_STEPS } from './read-form';
import { toJsonSchema } from './to-json-schema';

const MAX_FINDINGS = 500;
const ROOT = 'document.json';

/** Where a value belongs. In a `form` each value is a text, or a list of texts, whatever it stands for. */
export type ValueUse = 'request' | 'answer' | 'form';

/** Checks values against the schemas of one document. Each schema is compiled on its own, when it is first needed. */
export class SchemaChecker {
  private readonly ofValues: Validators;
  /** Reads texts as what their schema asks for, in the value itself. */
  private readonly ofForms: Validators;

  constructor(private readonly document: JsonObject) {
    this.ofValues = new Validators(document, {});
    this.ofForms = new Validators(document, { coerceTypes: 'array' });
  }

  /**
   * @param pointer of the schema in the document.
   * @param value of a form: its texts become what the schema says they stand for.
   * @param use read-only fields may be missing from a request, and write-only ones from an answer, even when they are required.
   */
  check(pointer: string, value: JsonValue, use: ValueUse): DocumentCheck {
    const validate = (use === 'form' ? this.ofForms : this.ofValues).compile(pointer);
    if (typeof validate === 'string')
      return { kind: 'not-checked', why: 'schema-unusable', detail: validate };
    let fits = validate(value);
    for (let depth = 0; use === 'form' && !fits && depth < MAX_STEPS; depth += 1) {
      if (!readLists(value, validate.errors ?? [])) break;
      fits = validate(value);
    }
    if (fits) return { kind: 'checked', findings: [], moreFindings: 0 };
    const errors = (validate.errors ?? []).filter(
      (error) => !this.belongsElsewhere(error, use) && !(use === 'form' && fitsSeveral(error)),
    );
    const violations = withoutBranches(errors);
    const mismatches = typeMismatches(violations);
    const told = mostSpecific(violations);
    const findings = told
      .slice(0, MAX_FINDINGS)
      .map((violation) => findingOf(violation, value, mismatches.get(violation.instancePath) ?? []));
    return {
      kind: 'checked',
      findings: findings.sort(bySeverity),
      moreFindings: Math.max(0, told.length - MAX_FINDINGS),
    };
  }

  private belongsElsewhere({ keyword, params, parentSchema }: ErrorObject, use: ValueUse): boolean {
    if (keyword !== 'required') return false;
    // Part of the document, like everything the validator was made from.
    const schema: JsonObject | undefined = parentSchema;
    const property = member(objectAt(schema, 'properties'), String(params.missingProperty));
    const word = use === 'answer' ? 'writeOnly' : 'readOnly';
    return [property, resolved(this.document, property)].some((each) => member(each, word) === true);
  }
}

/** The validators of one document's schemas, all with the same options. */
class Validators {
  private ajv: Ajv2020 | null = null;
  private readonly compiled = new Map<string, ValidateFunction | string>();

  constructor(
    private readonly document: JsonObject,
    private readonly options: Options,
  ) {}

  /** The validator, or a text that says why there is none. */
  compile(pointer: string): ValidateFunction | string {
    const known = this.compiled.get(pointer);
    if (known !== undefined) return known;
    let result: ValidateFunction | string;
    try {
      if (resolvedPointer(this.document, pointer) === null)
        throw new Error(
          `${JSON.stringify(referenceOf(valueAt(this.document, pointer)))} leads nowhere in the document`,
        );
      this.ajv ??= ajvOf(this.document, this.options);
      const steps = pointer.split('/').map(encodeURIComponent).join('/');
      result = this.ajv.compile({ $ref: `${ROOT}#${steps}` });
    } catch (error) {
      result = messageOf(error);
    }
    this.compiled.set(pointer, result);
    return result;
  }
}

function ajvOf(document: JsonObject, options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    // Unknown keywords in a document are not an error, and patterns found in real documents need the u flag turned off.
    strict: false,
    validateSchema: false,
    validateFormats: true,
    unicodeRegExp: false,
    allErrors: true,
    verbose: true,
    logger: false,
    inlineRefs: false,
    // Most of the code runs once or twice: optimizing it takes longer than running it.
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addSchema(toJsonSchema(document), ROOT);
  return ajv;
}

/**
 * Reports a value that fits none of several shapes once, instead of listing what each shape would have wanted. A choice
 * between one shape and null is treated as that shape.
 */
function withoutBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    const options: unknown = error.schema;
    if ((error.keyword !== 'oneOf' && error.keyword !== 'anyOf') || !Array.isArray(options)) {
      kept.push(error);
      continue;
    }
    const shapes = options.filter((option: { type?: unknown }) => option?.type !== 'null');
    if (shapes.length < 2) {
      const only = kept.findIndex((each) => isNullType(each) && each.instancePath === error.instancePath);
      if (only >= 0) kept.splice(only, 1);
      continue;
    }
    // The errors of the branches come right before the error of the choice.
    while (isWithin(kept.at(-1), error)) kept.pop();
    kept.push({ ...error, keyword: 'oneOf' });
  }
  // Otherwise the findings would take a lone type of null for one branch of a choice.
  return kept.map((error) =>
    isNullType(error) ? { ...error, keyword: 'const', params: { allowedValue: null } } : error,
  );
}

/**
 * In a form `a[0]=1` may be a list, or an object with the key `0`: it is what its schema asks for there.
 * @param errors with the form as objects.
 * @returns whether it has a list now where it had an object.
 */
function readLists(form: JsonValue, errors: readonly ErrorObject[]): boolean {
  if (!isRecord(form)) return false;
  const wanted = errors.filter(
    ({ keyword, params }) => keyword === 'type' && [params.type].flat().includes('array'),
  );
  return wanted.filter(({ instancePath }) => makeList(form, instancePath)).length > 0;
}

/** Returns whether there was an object with the keys 0, 1, 2, … there, which is a list now. */
function makeList(form: JsonObject, pointer: string): boolean {
  const end = pointer.lastIndexOf('/');
  const holder = valueAt(form, pointer.slice(0, end));
  const value = valueAt(form, pointer);
  if (typeof holder !== 'object' || holder === null || !isRecord(value)) return false;
  const isList = Object.keys(value).every((key, at) => key === String(at));
  return isList && Reflect.set(holder, pointerSteps(pointer.slice(end))[0] ?? '', Object.values(value));
}

/** The text `5` may stand for a number as well as for itself, so it fits both of two shapes of which it should fit one. */
function fitsSeveral({ keyword, params }: ErrorObject): boolean {
  return keyword === 'oneOf' && params.passingSchemas !== null;
}

function isNullType({ keyword, schema }: ErrorObject): boolean {
  return keyword === 'type' && schema === 'null';
}

function isWithin(inner: ErrorObject | undefined, outer: ErrorObject): boolean {
  if (inner === undefined) return false;
  const { instancePath } = outer;
  return inner.instancePath === instancePath || inner.instancePath.startsWith(`${instancePath}/`);
}

const RANKS: Readonly<Record<Finding['severity'], number>> = { error: 0, warning: 1, note: 2 };

function bySeverity(one: Finding, other: Finding): number {
  return RANKS[one.severity] - RANKS[other.severity];
}
