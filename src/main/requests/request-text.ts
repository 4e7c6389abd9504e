import { randomUUID } from 'node:crypto';
import { Document, isScalar, parseAllDocuments, Scalar, visit } from 'yaml';
import { z } from 'zod';
import { isSecretHeaderName } from '../../shared/secret-headers';
import type { Expectation, SavedCall, SavedRequest } from '../../shared/saved-requests';
import type { DraftHeader, VaultForwardDraft } from '../../shared/vault-forward/draft';
import { secretIdOf } from '../../shared/vault-forward/secret-reference';
import {
  descriptionSchema,
  expectationsSchema,
  folderSchema,
  nameSchema,
  savedCallSchema,
} from './saved-request-schemas';

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

const flag = z.boolean().optional();
const headerSchema = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  secret: flag,
  enabled: flag,
});
const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('vault_forward'),
    destinationUrl: z.string(),
    method: z.string(),
    paymentMethods: z.array(z.string()).optional(),
    authentications: z.array(z.strictObject({ id: z.string(), name: z.string().optional() })).optional(),
    headers: z.array(headerSchema).optional(),
    serviceHeaders: z.array(headerSchema).optional(),
    body: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('get_checkout_session'), sessionId: z.string() }),
  z.strictObject({
    kind: z.literal('list_buyers'),
    limit: z.number().optional(),
    cursor: z.string().optional(),
  }),
]);
const fileSchema = z.strictObject({
  version: z.literal(1),
  id: z.string().uuid(),
  folder: folderSchema.optional(),
  name: nameSchema,
  description: descriptionSchema.optional(),
  request: requestSchema.transform((request, context): SavedCall => {
    const call = savedCallSchema.safeParse(toCall(request));
    if (call.success) return call.data;
    context.addIssue({ code: 'custom', message: z.prettifyError(call.error) });
    return z.NEVER;
  }),
  expect: z
    .array(
      z.union([
        z
          .strictObject({ status: z.number() })
          .transform(({ status }) => ({ kind: 'status' as const, status })),
        z
          .strictObject({ path: z.string(), equals: z.string() })
          .transform(({ path, equals }) => ({ kind: 'json-path' as const, path, equals })),
      ]),
    )
    .transform((list, context) => {
      const expectations = expectationsSchema.safeParse(list);
      if (expectations.success) return expectations.data;
      context.addIssue({ code: 'custom', message: z.prettifyError(expectations.error) });
      return z.NEVER;
    })
    .optional(),
});

function fromFile(file: z.infer<typeof fileSchema>): Omit<SavedRequest, 'profileId'> {
  const { id, folder = '', name, description = '', request: call, expect: expectations = [] } = file;
  return { id, folder, name, description, call, expectations };
}

function toCall(request: z.infer<typeof requestSchema>): SavedCall {
  switch (request.kind) {
    case 'vault_forward':
      return {
        kind: 'vault_forward',
        draft: {
          version: 1,
          destinationUrl: request.destinationUrl,
          method: request.method,
          paymentMethods: request.paymentMethods ?? [],
          authentications: (request.authentications ?? []).map(({ id, name = '' }) => ({ id, name })),
          headers: (request.headers ?? []).map(toHeader),
          serviceHeaders: (request.serviceHeaders ?? []).map(toHeader),
          body: request.body ?? '',
        },
      };
    case 'get_checkout_session':
      return request;
    case 'list_buyers':
      return { kind: 'list_buyers', limit: request.limit ?? null, cursor: request.cursor ?? null };
  }
}

/** A reference in a file is nobody's: what it stands for belongs to another request. */
function toHeader({
  name,
  value = '',
  secret = false,
  enabled = true,
}: z.infer<typeof headerSchema>): DraftHeader {
  const hidden = secret || isSecretHeaderName(name);
  return { id: randomUUID(), name, value: secretIdOf(value) === null ? value : '', secret: hidden, enabled };
}

function oneText(request: SavedRequest, withFolder: boolean): string {
  const { id, folder, name, description, call, expectations } = request;
  const document = new Document({
    version: 1,
    id,
    ...(withFolder && folder !== '' ? { folder } : {}),
    name,
    ...(description === '' ? {} : { description }),
    request: callFields(call),
    ...(expectations.length > 0 ? { expect: expectations.map(expectationFields) } : {}),
  });
  visit(document, {
    Scalar: (_key, node) => {
      if (isScalar(node) && typeof node.value === 'string') node.type = styleOf(node.value);
    },
  });
  return document.toString({ lineWidth: 0, blockQuote: 'literal' });
}

/** Lines as they are where YAML can hold them so; else in quotes with escapes, which hold anything. */
function styleOf(text: string): Scalar.Type {
  const plain = /^[\n\t\x20-\x7e\xa0-\ud7ff\ue000-\ufefe]*$/.test(text);
  if (!plain || /[ \t](?:\n|$)|^\s/.test(text)) return Scalar.QUOTE_DOUBLE;
  return text.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.PLAIN;
}

function callFields(call: SavedCall): object {
  switch (call.kind) {
    case 'vault_forward':
      return { kind: call.kind, ...draftFields(call.draft) };
    case 'get_checkout_session':
      return { kind: call.kind, sessionId: call.sessionId };
    case 'list_buyers':
      return {
        kind: call.kind,
        ...(call.limit === null ? {} : { limit: call.limit }),
        ...(call.cursor === null ? {} : { cursor: call.cursor }),
      };
  }
}

function draftFields(draft: VaultForwardDraft): object {
  const { destinationUrl, method, paymentMethods, authentications, headers, serviceHeaders, body } = draft;
  return {
    destinationUrl,
    method,
    ...(paymentMethods.length > 0 ? { paymentMethods } : {}),
    ...(authentications.length > 0
      ? { authentications: authentications.map(({ id, name }) => (name === '' ? { id } : { id, name })) }
      : {}),
    ...(headers.length > 0 ? { headers: headers.map(headerFields) } : {}),
    ...(serviceHeaders.length > 0 ? { serviceHeaders: serviceHeaders.map(headerFields) } : {}),
    ...(body === '' ? {} : { body }),
  };
}

function headerFields({ name, value, secret, enabled }: DraftHeader): object {
  const hidden = secret || isSecretHeaderName(name);
  return {
    name,
    ...(hidden ? { secret: true } : { value }),
    ...(enabled ? {} : { enabled: false }),
  };
}

function expectationFields(expectation: Expectation): object {
  return expectation.kind === 'status'
    ? { status: expectation.status }
    : { path: expectation.path, equals: expectation.equals };
}
