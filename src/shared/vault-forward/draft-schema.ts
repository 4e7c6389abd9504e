import { z } from 'zod';

/** A header as it is typed. */
export const draftHeaderSchema = z
  .object({
    /** Identifies the row, not the header; stays the same while the person types. */
    id: z.string(),
    name: z.string(),
    value: z.string(),
    /** Its value is masked, and kept in the keychain when the request is saved. */
    secret: z.boolean(),
    enabled: z.boolean(),
  })
  .readonly();

const authentication = z
  .object({
    id: z.string(),
    /** The person's own name for it; never sent. */
    name: z.string(),
  })
  .readonly();

const fields = z.object({
  /** Version of this schema, for stored drafts. */
  version: z.literal(1),
  destinationUrl: z.string(),
  method: z.string(),
  /** Ids in the order in which placeholders number them, from 1. */
  paymentMethods: z.array(z.string()).readonly(),
  /** Authentication methods in the order in which the service applies them. */
  authentications: z.array(authentication).readonly(),
  /** For the destination: sent as `x-vault-forward-header-<name>`. */
  headers: z.array(draftHeaderSchema).readonly(),
  /** For the service itself: anything that a compatible service supports beyond the specification. */
  serviceHeaders: z.array(draftHeaderSchema).readonly(),
});

/** A draft without its body, which may be large: the small fields of the composer. */
export const draftFieldsSchema = fields.readonly();

/** A Vault Forward request as the person composes it: kept as typed, right or wrong (`checkDraft` says which). */
export const draftSchema = fields
  .extend({
    /** The text of the editor, which is sent as UTF-8. */
    body: z.string(),
  })
  .readonly();

/**
 * The parts of a composed request that are not in the request itself: rows that are switched off, and names that are
 * never sent.
 */
export const draftFormSchema = z
  .object({
    authentications: z.array(authentication).readonly(),
    switchedOff: z
      .array(
        z
          .object({
            field: z.enum(['headers', 'serviceHeaders']),
            /** Its position among the rows of the field, from 0. */
            place: z.number().int().nonnegative(),
            name: z.string(),
            value: z.string(),
            secret: z.boolean(),
          })
          .readonly(),
      )
      .readonly(),
  })
  .readonly();

export type DraftHeader = z.infer<typeof draftHeaderSchema>;
export type DraftAuthentication = z.infer<typeof authentication>;
export type DraftFields = z.infer<typeof draftFieldsSchema>;
export type VaultForwardDraft = z.infer<typeof draftSchema>;
export type DraftForm = z.infer<typeof draftFormSchema>;
