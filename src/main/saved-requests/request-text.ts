import { Document, isMap, isNode, isScalar, LineCounter, parseAllDocuments, Scalar, visit } from 'yaml';
import { z } from 'zod';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { describeIssue } from '../files/describe-issue';
import { describeYamlError, NO_ALIASES } from './describe-yaml-error';
import { expectationFields, fileExpectationsSchema } from './file-expectations';
import { exampleFields, fileExampleSchema } from './file-example';
import { fileRequestSchema, toFileRequest } from './file-request';
import { version1RequestSchema } from './file-request-version-1';
import { conflictOf } from './merge-conflict';
import { descriptionSchema, folderSchema, nameSchema } from './saved-request-schemas';
import { inQuotes, isFlow } from './unquoted-brace';
import { beyondYaml } from './yaml-limits';

/**
 * Saved requests as text for people and for version control: YAML, one document for each request, keys always in the
 * same order, a body as it is, line by line. Of a secret header it has only the name, never the value.
 */
export function toRequestText(requests: readonly SavedRequest[], withFolder: boolean): string {
  return requests.map((request) => oneText(request, withFolder)).join('---\n');
}

export type ReadRequest =
  | {
      readonly ok: true;
      readonly request: Omit<SavedRequest, 'profileId'>;
      /** True if the text has no id: the request then has the one that was given for it. */
      readonly withoutId?: boolean;
    }
  | { readonly ok: false; readonly why: string };

/**
 * Reads what `toRequestText` has written or a person has edited, in the order of the text. A secret that somebody typed
 * into it is still in it.
 * @param idIfMissing the id of a request without one; if it is not given, such a request is refused.
 */
export function readRequestText(text: string, idIfMissing?: string): ReadRequest[] {
  const conflict = conflictOf(text);
  if (conflict !== null) return [{ ok: false, why: conflict }];
  const beyond = beyondYaml(text);
  if (beyond !== null) return [{ ok: false, why: beyond }];
  const lines = new LineCounter();
  // A map as a key is refused below, in plain words.
  const options = { uniqueKeys: true, strict: true, lineCounter: lines, logLevel: 'error' } as const;
  const documents = parseAllDocuments(text, options);
  if (!Array.isArray(documents)) return [];
  return documents.map((document): ReadRequest => {
    const error = describeYamlError(document, text, lines);
    if (error !== null) return { ok: false, why: error };
    const content = plainContent(document);
    if (!content.ok) return content;
    const withoutId = idIfMissing !== undefined && isMap(document.contents) && !document.has('id');
    const parsed = fileSchema.safeParse(
      withoutId ? Object.assign({}, content.value, { id: idIfMissing }) : content.value,
    );
    if (parsed.success)
      return { ok: true, request: fromFile(parsed.data), ...(withoutId ? { withoutId } : {}) };
    return {
      ok: false,
      why: parsed.error.issues
        .slice(0, MAX_WORDS)
        .map((issue) => inWords(document, issue, text, lines))
        .join(' '),
    };
  });
}

/** How many errors are told at most. */
const MAX_WORDS = 10;

function inWords(
  document: Document.Parsed,
  issue: z.core.$ZodIssue,
  text: string,
  lines: LineCounter,
): string {
  const { path } = issue;
  const node: unknown = document.getIn(path, true);
  if (issue.code === 'invalid_type' && issue.expected === 'string' && isFlow(node))
    return inQuotes(node.range[0], text[node.range[0]], lines);
  const where = path.length === 0 ? '' : `${path.map(String).join('.')}: `;
  return `Line ${lineOf(document, path, lines)}: ${where}${describeIssue(issue)}.`;
}

/** The line where the innermost part of the text begins that a problem is about. */
function lineOf(document: Document.Parsed, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Aliases are refused: a few of them can stand for a text of any size. */
function plainContent(document: Document.Parsed): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { ok: false, why: NO_ALIASES };
  }
}

const common = {
  id: z.string().uuid(),
  folder: folderSchema.optional(),
  name: nameSchema,
  description: descriptionSchema.optional(),
  /** The request's place in the folder. */
  order: z.number().int().min(1).max(1_000_000_000).optional(),
  expect: fileExpectationsSchema.optional(),
  example: fileExampleSchema.optional(),
};
const fileSchema = z.discriminatedUnion('version', [
  z.strictObject({ version: z.literal(2), ...common, request: fileRequestSchema }),
  z.strictObject({ version: z.literal(1), ...common, request: version1RequestSchema }),
]);

function fromFile(file: z.infer<typeof fileSchema>): Omit<SavedRequest, 'profileId'> {
  const { id, folder = '', name, description = '', order = 0, request: asked } = file;
  const { expect: expectations = [], example = null } = file;
  return { id, folder, name, description, ...asked, expectations, order, example };
}

function oneText(saved: SavedRequest, withFolder: boolean): string {
  const document = new Document(contentOf(saved, withFolder));
  return textOf(document);
}

/** The content of a file, with keys always in the same order; empty values are left out. */
export function contentOf(saved: SavedRequest, withFolder: boolean): Readonly<Record<string, unknown>> {
  const { id, folder, name, description, expectations, order, example } = saved;
  return {
    version: 2,
    id,
    ...(withFolder && folder !== '' ? { folder } : {}),
    name,
    ...(description === '' ? {} : { description }),
    ...(order === 0 ? {} : { order }),
    request: toFileRequest(saved),
    ...(expectations.length > 0 ? { expect: expectations.map(expectationFields) } : {}),
    ...(example === null ? {} : { example: exampleFields(example) }),
  };
}

/** @param styled the scalars whose style we choose; if it is not given, all of them. */
export function textOf(document: Document, styled?: ReadonlySet<unknown>): string {
  visit(document, {
    Scalar: (_key, node) => {
      const ours = styled === undefined || styled.has(node);
      if (ours && isScalar(node) && typeof node.value === 'string') node.type = styleOf(node.value);
    },
  });
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    // The library does not give back every text exactly if it is split over several lines.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

/** Lines as they are if YAML can hold them like that; otherwise quotes with escapes, which hold anything. */
function styleOf(text: string): Scalar.Type {
  const plain = /^[\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe]*$/.test(text);
  if (!plain || /[ \t](?:\n|$)|^\s/.test(text)) return Scalar.QUOTE_DOUBLE;
  return text.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}
