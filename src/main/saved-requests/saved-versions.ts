import { z } from 'zod';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import { keptSpecSchema } from '@shared/requests/request-spec-schemas';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftFormSchema, draftSchema } from '@shared/vault-forward/draft-schema';
import type { SavedContent } from './content-rows';
import { expectationsSchema } from './saved-request-schemas';

/** A request as version 1 of the app kept it, in the database and in files. */
const version1CallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('vault_forward'), draft: draftSchema }),
  z.object({ kind: z.literal('get_checkout_session'), sessionId: z.string() }),
  z.object({
    kind: z.literal('list_buyers'),
    limit: z.number().int().nullable(),
    cursor: z.string().nullable(),
  }),
]);

export function fromVersion1(call: z.infer<typeof version1CallSchema>): SavedContent {
  switch (call.kind) {
    case 'vault_forward':
      return askedOfDraft(call.draft);
    case 'get_checkout_session':
      return { request: sessionRequest(call.sessionId), form: null };
    case 'list_buyers':
      return { request: buyersRequest({ ...call, parameters: [] }), form: null };
  }
}

function askedOfDraft(draft: VaultForwardDraft): SavedContent {
  return { request: requestOfDraft(draft), form: formOfDraft(draft) };
}

const current = z.object({ request: keptSpecSchema, form: draftFormSchema.nullable() });

/** The column `call`, written by this version or by the first. */
export const askedSchema: z.ZodType<SavedContent> = z.union([
  current,
  version1CallSchema
    .transform(fromVersion1)
    .transform(({ request, form }) => ({ request: marked(request), form }))
    .pipe(current),
]);

/** Marks headers whose names say that they are secret: version 1 treated those as secret even without a mark. */
function marked(request: SavedContent['request']): SavedContent['request'] {
  return {
    ...request,
    headers: request.headers.map((header) =>
      header.value !== '' && isSecretHeaderName(header.name) ? { ...header, secret: true } : header,
    ),
  };
}

/** The column `expectations`. At first, a JSON path could only equal a value. */
export const keptExpectationsSchema = z
  .array(
    z.union([
      z
        .strictObject({ kind: z.literal('json-path'), path: z.string(), equals: z.string() })
        .transform(({ equals, ...path }) => ({ ...path, is: { how: 'equals' as const, value: equals } })),
      z.unknown(),
    ]),
  )
  .pipe(expectationsSchema);
