import { z } from 'zod';
import { isContractOperation, type OwnOperation, type RequestTarget } from '@shared/requests/operation-key';
import { operationKeySchema, targetSchema } from '@shared/requests/operation-key-schemas';
import type { OperationId } from '@contract';
import type { QueryPair, RequestSpec } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { DraftForm } from '@shared/vault-forward/draft';
import { splitRows, withSwitchedOff, type HeaderRow } from './header-rows';
import { secretIdOf } from '@shared/secrets/secret-reference';
import type { SavedContent } from './content-rows';

/** Without a value, a name is sent alone. */
const pairs = z.array(z.strictObject({ name: z.string(), value: z.string().optional() }));

/** `POST /transactions/{transaction_id}/captures`, split into method and path. */
const targetText = z
  .string()
  .transform((text) => {
    const [, method = '', path = ''] = /^(\S*) *(.*)$/su.exec(text) ?? [];
    return { method, path };
  })
  .pipe(targetSchema);

const schema = z.strictObject({
  operation: operationKeySchema,
  /** Only for an operation that the contract does not know. */
  target: targetText.optional(),
  /** Values of the path parameters. */
  path: z.record(z.string(), z.string()).optional(),
  query: pairs.optional(),
  headers: z
    .array(
      z.strictObject({
        name: z.string(),
        value: z.string().optional(),
        secret: z.boolean().optional(),
        enabled: z.boolean().optional(),
      }),
    )
    .optional(),
  /** Names of authentication methods, which the file remembers by id. */
  authentications: z.array(z.strictObject({ id: z.string(), name: z.string() })).optional(),
  body: z.string().optional(),
});

/** A request as stored in a file. */
export const fileRequestSchema = schema.transform((file, context): SavedContent => {
  const { operation, target } = file;
  if (isContractOperation(operation)) {
    if (target === undefined) return fromFileRequest(file, { operation });
    context.addIssue(`${operation} has its own method and path: take “target” out`);
  } else {
    if (target !== undefined) return fromFileRequest(file, { operation, target });
    context.addIssue('“target” is missing: the method and the path, as in “GET /transactions”');
  }
  return z.NEVER;
});

type Asked =
  | { readonly operation: OperationId }
  | { readonly operation: OwnOperation; readonly target: RequestTarget };

function fromFileRequest(file: z.infer<typeof schema>, asked: Asked): SavedContent {
  const rows = (file.headers ?? []).map(
    ({ name, value = '', secret = false, enabled = true }): HeaderRow => ({
      name,
      // A reference in a file is dropped: what it stands for belongs to another request.
      value: secretIdOf(value) === null ? value : '',
      secret: secret || isSecretHeaderName(name),
      enabled,
    }),
  );
  const { headers, switchedOff } = splitRows(rows);
  const composed = asked.operation === 'vault_forward';
  const request: RequestSpec = {
    version: 1,
    ...asked,
    pathParameters: file.path ?? {},
    query: (file.query ?? []).map(({ name, value = null }): QueryPair => [name, value]),
    headers,
    body: file.body ?? (composed ? '' : null),
  };
  const form: DraftForm = { authentications: file.authentications ?? [], switchedOff };
  return { request, form: composed ? form : null };
}

/**
 * The request as it is written into a file, with keys always in the same order. Empty values are left out, and so is
 * every value of a secret header.
 */
export function toFileRequest({ request, form }: SavedContent): object {
  const { operation, target, pathParameters, query, headers, body } = request;
  const rows = withSwitchedOff(headers, form?.switchedOff ?? []);
  const authentications = form?.authentications ?? [];
  return {
    operation,
    ...(target === undefined ? {} : { target: `${target.method} ${target.path}` }),
    ...(Object.keys(pathParameters).length > 0 ? { path: pathParameters } : {}),
    ...(query.length > 0
      ? { query: query.map(([name, value]) => (value === null ? { name } : { name, value })) }
      : {}),
    ...(rows.length > 0 ? { headers: rows.map(headerFields) } : {}),
    ...(authentications.length > 0 ? { authentications } : {}),
    ...(body === null || body === '' ? {} : { body }),
  };
}

function headerFields({ name, value, secret, enabled }: HeaderRow): object {
  const hidden = secret || (value !== '' && isSecretHeaderName(name));
  return {
    name,
    ...(hidden ? { secret: true } : { value }),
    ...(enabled ? {} : { enabled: false }),
  };
}
