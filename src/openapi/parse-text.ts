import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { DocumentPlace } from '@shared/documents/document-summary';
import type { JsonValue } from '@shared/documents/schema-view';
import { lineAndColumn } from '@shared/json/positions';
import { readJson } from '@shared/json/read-json';

/** Thrown for a text that cannot be read as a document at all. */
export class UnreadableText extends Error {
  constructor(
    message: string,
    readonly place: DocumentPlace | null = null,
  ) {
    super(message);
    this.name = 'UnreadableText';
  }
}

/** Deeper than any real document, and far from where our own recursion would overflow the stack. */
const MAX_DEPTH = 400;
/** With aliases, a few lines of YAML can expand into a huge document. */
const MAX_VALUES = 4_000_000;

/** The value of a JSON or YAML text. Throws `UnreadableText`, with the place. */
export function parseText(text: string): JsonValue {
  const value = text.trimStart().startsWith('{') ? parseJson(text) : parseYaml(text);
  assertTree(value);
  return value;
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    const problem = readJson(text, {});
    // It may be YAML's own notation with braces, which allows comments and unquoted text.
    if (problem === null) throw error;
    return parseYamlElse(text, () => {
      const { line, column } = lineAndColumn(text, problem.offset);
      return new UnreadableText(`The text is not JSON: ${problem.reason}`, { pointer: '', line, column });
    });
  }
}

function parseYaml(text: string): JsonValue {
  return parseYamlElse(text, (error) => {
    if (!(error instanceof YAMLException)) return new UnreadableText('The text is neither JSON nor YAML.');
    // The type claims that it is always there, but a stream of several documents has none.
    const mark = error.mark as YAMLException['mark'] | undefined;
    const place = mark === undefined ? null : { pointer: '', line: mark.line + 1, column: mark.column + 1 };
    return new UnreadableText(`The text is not YAML: ${error.reason}.`, place);
  });
}

function parseYamlElse(text: string, failure: (error: unknown) => UnreadableText): JsonValue {
  try {
    // With this schema dates stay text, and the result contains only what JSON can express.
    return load(text, { schema: CORE_SCHEMA }) as JsonValue;
  } catch (error) {
    throw failure(error);
  }
}

/** With aliases, a YAML text can become circular, or larger than memory. */
function assertTree(top: JsonValue): void {
  const around = new Set<object>();
  let values = 0;
  const look = (value: JsonValue, depth: number): void => {
    values += 1;
    if (values > MAX_VALUES) throw new UnreadableText('The text has too many values: aliases multiply them.');
    if (typeof value !== 'object' || value === null) return;
    if (around.has(value)) throw new UnreadableText('An alias of the text is part of what it stands for.');
    if (depth > MAX_DEPTH) throw new UnreadableText(`The text goes deeper than ${MAX_DEPTH} levels.`);
    around.add(value);
    for (const item of Object.values(value)) look(item, depth + 1);
    around.delete(value);
  };
  look(top, 0);
}
