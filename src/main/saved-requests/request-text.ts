import { Document, isScalar, parseAllDocuments, Scalar, visit } from 'yaml';
import { z } from 'zod';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { expectationFields, fileExpectationsSchema } from './file-expectations';
import { exampleFields, fileExampleSchema } from './file-example';
import { fileRequestSchema, toFileRequest } from './file-request';
import { version1RequestSchema } from './file-request-version-1';
import { descriptionSchema, folderSchema, nameSchema } from './saved-request-schemas';

/**
 * Saved requests as text for people and for version control: YAML, one document for each request, keys always in the
 * same order, a body as it is, line by line. No secret is ever in it: of a secret header there is only its name.
 */
export function toRequestText(requests: readonly SavedRequest[], withFolder: boolean): string {
  return requests.map((request) => oneText(request, withFolder)).join('---\n');
}

export type ReadRequest =
  | { readonly ok: true; readonly request: Omit<SavedRequest, 'profileId'> }
  | { readonly ok: false; readonly why: string };

/**
 * Reads what `toRequestText` has written, or a person has edited; in the order of the text. A secret that somebody typed
 * into it is still in it.
 */
export function readRequestText(text: string): ReadRequest[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true, strict: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document): ReadRequest => {
    const [error] = document.errors;
    if (error) return { ok: false, why: error.message };
    const content = plainContent(document);
    if (!content.ok) return content;
    const parsed = fileSchema.safeParse(content.value);
    return parsed.success
      ? { ok: true, request: fromFile(parsed.data) }
      : { ok: false, why: z.prettifyError(parsed.error).replace(/\s+/g, ' ') };
  });
}

/** Aliases are refused: a few of them can stand for a text of any size. */
function plainContent(document: Document.Parsed): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

const common = {
  id: z.string().uuid(),
  folder: folderSchema.optional(),
  name: nameSchema,
  description: descriptionSchema.optional(),
  /** Its place in the folder. */
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
  const { id, folder, name, description, expectations, order, example } = saved;
  const document = new Document({
    version: 2,
    id,
    ...(withFolder && folder !== '' ? { folder } : {}),
    name,
    ...(description === '' ? {} : { description }),
    ...(order === 0 ? {} : { order }),
    request: toFileRequest(saved),
    ...(expectations.length > 0 ? { expect: expectations.map(expectationFields) } : {}),
    ...(example === null ? {} : { example: exampleFields(example) }),
  });
  visit(document, {
    Scalar: (_key, node) => {
      if (isScalar(node) && typeof node.value === 'string') node.type = styleOf(node.value);
    },
  });
  return document.toString({
    lineWidth: 0,
    blockQuote: 'literal',
    // Over several lines the library does not give every text back exactly.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  });
}

/** Lines as they are where YAML can hold them so; else in quotes with escapes, which hold anything. */
function styleOf(text: string): Scalar.Type {
  const plain = /^[\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe]*$/.test(text);
  if (!plain || /[ \t](?:\n|$)|^\s/.test(text)) return Scalar.QUOTE_DOUBLE;
  return text.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}
