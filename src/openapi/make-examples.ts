import { isRecord } from '@shared/json/unknown-fields';
import type { DocumentCheck } from '@shared/documents/document-check';
import type { JsonValue } from '@shared/documents/schema-view';
import { sample } from 'openapi-sampler';
import { schemaOf, type FoundContent } from './find-content';
import { nullLast } from './null-last';
import {
  listAt,
  member,
  nameOfReference,
  objectAt,
  pointerOf,
  referenceOf,
  resolved,
  resolvedPointer,
  textAt,
  valueAt,
  type JsonObject,
} from './raw-document';
import type { SchemaChecker, ValueUse } from './schema-checker';
import { withoutBroken } from './without-broken';
import { withoutExamples } from './without-examples';

/** How many levels of nested models an example contains. */
const MAX_SAMPLE_DEPTH = 8;
/** At most this many choices are offered one by one. */
const MAX_CHOICES = 20;

export interface MadeExample {
  /** The document's name for the example, or the choice it stands for; null when there is neither. */
  readonly name: string | null;
  readonly value: JsonValue;
  readonly origin: 'document' | 'made';
  /** The check against its own schema: both made examples and the document's own may break it. */
  readonly check: DocumentCheck;
}

/**
 * The document's own examples and, if all of them break the schema, ones made from the schema as well. Empty when there
 * are none and none can be made.
 */
export function makeExamples(
  document: JsonObject,
  checker: SchemaChecker,
  content: FoundContent,
  use: ValueUse,
): readonly MadeExample[] {
  const schema = schemaOf(document, content);
  const check = (value: JsonValue): DocumentCheck =>
    schema === null
      ? { kind: 'not-checked', why: 'no-schema', detail: null }
      : checker.check(schema, value, use);
  const own = ownExamples(document, valueAt(document, content.pointer));
  const examples: MadeExample[] = own.map(({ name, value }) => ({
    ...{ name, value, origin: 'document' as const },
    check: check(value),
  }));
  for (const way of WAYS) {
    if (schema === null || examples.some((example) => findingsOf(example.check) === 0)) break;
    for (const value of sampleOf(way.isPlain ? withoutExamples(document) : document, schema, use, way))
      examples.push({ name: null, origin: 'made', ...mended(value, check) });
  }
  return examples;
}

/** A generated value without the parts that break its schema, if that helps. */
function mended(
  value: JsonValue,
  check: (value: JsonValue) => DocumentCheck,
): Pick<MadeExample, 'value' | 'check'> {
  const first = check(value);
  const mend = withoutBroken(value, first);
  const second = mend === null ? first : check(mend);
  return mend !== null && findingsOf(second) === 0 ? { value: mend, check: second } : { value, check: first };
}

/**
 * A way of making an example. Ways are tried until the result fits the schema; those that follow the document most
 * closely come first.
 */
interface Way {
  /** Without optional parts, where the generator is most often wrong. */
  readonly isBare?: boolean;
  /** From patterns: the generator knows simple ones, but then ignores the limits on length. */
  readonly byPatterns?: boolean;
  /** Without the examples of parts, where documents are most often wrong. */
  readonly isPlain?: boolean;
}
const WAYS: readonly Way[] = [{}, { isPlain: true }].flatMap((way) => [
  way,
  { ...way, byPatterns: true },
  { ...way, isBare: true },
  { ...way, isBare: true, byPatterns: true },
]);

/** The first example without findings, else the first without errors, else the first. */
export function bestExample(examples: readonly MadeExample[]): MadeExample | null {
  return (
    examples.find(({ check }) => findingsOf(check) === 0) ??
    examples.find(({ check }) => check.kind === 'checked' && !check.findings.some(isError)) ??
    examples[0] ??
    null
  );
}

/** How many findings there are; 0 when nothing could be checked. */
export function findingsOf(check: DocumentCheck): number {
  return check.kind === 'checked' ? check.findings.length + check.moreFindings : 0;
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === 'error';
}

interface Named {
  readonly name: string | null;
  readonly value: JsonValue;
}

function ownExamples(document: JsonObject, content: JsonValue | undefined): readonly Named[] {
  const named = Object.entries(objectAt(content, 'examples')).map(([name, example]) => ({
    name,
    value: member(resolved(document, example), 'value'),
  }));
  return [{ name: null, value: member(content, 'example') }, ...named].flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value }],
  );
}

/** One example for each choice (`oneOf`, `anyOf`) in the body or in one of its fields; empty when there is no choice. */
export function choiceExamples(
  document: JsonObject,
  checker: SchemaChecker,
  content: FoundContent,
): readonly MadeExample[] {
  const schema = schemaOf(document, content);
  const root = schema === null ? null : resolvedPointer(document, schema);
  if (schema === null || root === null) return [];
  const whole = optionsAt(document, root).map(({ name, pointer }) => ({
    name,
    values: sampleOf(document, pointer, 'request'),
  }));
  const fields = Object.keys(objectAt(valueAt(document, root), 'properties')).flatMap((field) => {
    const at = resolvedPointer(document, `${root}${pointerOf('properties', field)}`);
    return (at === null ? [] : optionsAt(document, at)).map(({ name, pointer }) => ({
      name: `${field}: ${name}`,
      values: withField(sampleOf(document, schema, 'request'), field, sampleOf(document, pointer, 'request')),
    }));
  });
  return [...whole, ...fields].slice(0, MAX_CHOICES).flatMap(({ name, values: [value] }) =>
    value === undefined
      ? []
      : [
          {
            ...{ name, origin: 'made' as const },
            ...mended(value, (made) => checker.check(schema, made, 'request')),
          },
        ],
  );
}

function withField(
  [whole]: readonly JsonValue[],
  field: string,
  [value]: readonly JsonValue[],
): readonly JsonValue[] {
  return isRecord(whole) && value !== undefined ? [{ ...whole, [field]: value }] : [];
}

/** The options of a choice, by the names of their models. Something or null is not a choice. */
function optionsAt(
  document: JsonObject,
  pointer: string,
): readonly { readonly name: string; readonly pointer: string }[] {
  const schema = valueAt(document, pointer);
  return ['oneOf', 'anyOf'].flatMap((keyword) => {
    const options = listAt(schema, keyword)
      .map((option, at) => ({ option, at }))
      .filter(({ option }) => member(option, 'type') !== 'null');
    if (options.length < 2) return [];
    return options.map(({ option, at }) => {
      const reference = referenceOf(option);
      const title = textAt(option, 'title');
      return {
        name: title ?? (reference === null ? `option ${at + 1}` : nameOfReference(reference)),
        pointer: `${pointer}/${keyword}/${at}`,
      };
    });
  });
}

/** What the generator makes from a schema; empty when it fails. */
export function sampleOf(
  document: JsonObject,
  schema: string,
  use: ValueUse,
  { isBare = false, byPatterns = false }: Way = {},
): readonly JsonValue[] {
  const options = {
    ...(use === 'request' ? { skipReadOnly: true } : { skipWriteOnly: true }),
    skipNonRequired: isBare,
    quiet: true,
    maxSampleDepth: MAX_SAMPLE_DEPTH,
    enablePatterns: byPatterns,
  };
  const read = nullLast(document);
  try {
    // The generator takes a schema of any version, and what it returns is JSON.
    const value = sample(Object(valueAt(read, schema)), options, read);
    return value === undefined ? [] : [JSON.parse(JSON.stringify(value))];
  } catch {
    return [];
  }
}
