import { z } from 'zod';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { secretIdOf } from '@shared/secrets/secret-reference';
import { isUuid } from '@shared/text/uuid';
import { fromVersion1 } from './saved-versions';

const header = z
  .strictObject({
    name: z.string(),
    value: z.string().optional(),
    secret: z.boolean().optional(),
    enabled: z.boolean().optional(),
  })
  .transform(({ name, value = '', secret = false, enabled = true }) => ({
    id: '',
    name,
    value: secretIdOf(value) === null ? value : '',
    secret: secret || isSecretHeaderName(name),
    enabled,
  }));

/** A request as version 1 of the app wrote it to files. */
export const version1RequestSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('vault_forward'),
      destinationUrl: z.string(),
      method: z.string(),
      paymentMethods: z.array(z.string()).default([]),
      authentications: z.array(z.strictObject({ id: z.string(), name: z.string().default('') })).default([]),
      headers: z.array(header).default([]),
      serviceHeaders: z.array(header).default([]),
      body: z.string().default(''),
    }),
    z.strictObject({
      kind: z.literal('get_checkout_session'),
      sessionId: z.string().refine(isUuid, 'not a UUID'),
    }),
    z.strictObject({
      kind: z.literal('list_buyers'),
      limit: z.number().int().nullable().default(null),
      cursor: z.string().min(1).nullable().default(null),
    }),
  ])
  .transform((request) => {
    if (request.kind !== 'vault_forward') return fromVersion1(request);
    const { kind, ...draft } = request;
    return fromVersion1({ kind, draft: { version: 1, ...draft } });
  });
