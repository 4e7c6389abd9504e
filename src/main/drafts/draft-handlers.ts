import { z } from 'zod';
import { MAX_TYPED_LENGTH, TYPED_FORMS, type DraftRequests } from '@shared/bridge/drafts';
import { ProblemError } from '@shared/problem';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { DatabaseError } from '../database/database';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import { requestDraftSchema } from '@shared/requests/request-draft';
import { draftFieldsSchema } from '@shared/vault-forward/draft-schema';
import { bodySchema, composerLibrarySchema, editSchema, placeSchema } from './draft-schemas';
import { profileIdSchema } from '../profiles/profile-schema';
import type { SecretReferences } from '../secrets/references';
import type { DraftStore } from './draft-store';
import type { RequestDraftStore } from './request-draft-store';
import type { TypedTextStore } from './typed-text-store';

const id = z.string().uuid();
const change = z
  .object({
    familyId: id,
    name: z.string().max(200).nullable(),
    profileId: profileIdSchema,
    fields: draftFieldsSchema,
    body: bodySchema,
    edits: z.array(editSchema),
    place: placeSchema,
    saved: z.object({ id, unsaved: z.boolean(), asked: z.string().max(100).optional() }).nullable(),
  })
  .partial();

const keptRequestDraft = z.object({
  id,
  profileId: z.string().max(100),
  draft: requestDraftSchema.refine(({ body }) => bodySchema.safeParse(body).success, 'too long'),
});

const typedKey = z
  .string()
  .max(2_000)
  .regex(new RegExp(`^(?:${TYPED_FORMS.join('|')})\\n[^\\n]*\\n[^\\n]*$`));

export function draftHandlers(
  drafts: DraftStore,
  requestDrafts: RequestDraftStore,
  typedTexts: TypedTextStore,
  references: Pick<SecretReferences, 'missing'>,
): BridgeHandlers<DraftRequests> {
  return {
    openDrafts: { parse: z.undefined(), handle: () => inWords(() => drafts.open()) },
    keepDraft: {
      parse: z.object({ id, change }),
      handle: (argument) => done(() => drafts.keep(argument.id, argument.change)),
    },
    arrangeDrafts: {
      parse: z.object({ ids: z.array(id).max(1_000), activeId: id.nullable() }),
      handle: ({ ids, activeId }) => done(() => drafts.arrange(ids, activeId)),
    },
    findMissingSecrets: {
      parse: z.object({ ids: z.array(id).max(1_000) }),
      handle: ({ ids }) => references.missing(ids),
    },
    openRequestDraft: {
      parse: z.object({ operation: operationKeySchema }),
      handle: ({ operation }) => inWords(() => requestDrafts.open(operation)),
    },
    keepRequestDraft: {
      parse: z.object({ operation: operationKeySchema, kept: keptRequestDraft }),
      handle: ({ operation, kept }) => done(() => requestDrafts.keep(operation, kept)),
    },
    openTyped: { parse: z.undefined(), handle: () => inWords(() => typedTexts.open()) },
    keepTyped: {
      parse: z.object({ key: typedKey, text: z.string().max(MAX_TYPED_LENGTH).nullable() }),
      handle: ({ key, text }) => done(() => typedTexts.keep(key, text)),
    },
    discardDraft: { parse: z.object({ id }), handle: (argument) => done(() => drafts.discard(argument.id)) },
    readComposerLibrary: { parse: z.undefined(), handle: () => inWords(() => drafts.readLibrary()) },
    keepComposerLibrary: {
      parse: z.object({ library: composerLibrarySchema }),
      handle: ({ library }) => done(() => drafts.keepLibrary(library)),
    },
  };
}

async function done(act: () => Promise<void>): Promise<null> {
  await inWords(act);
  return null;
}

/** Turns a database error into a problem for a person. */
async function inWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.trouble === 'statement') throw error;
    throw new ProblemError({
      code: 'drafts-not-kept',
      title: 'Drafts cannot be kept',
      meaning: 'The database did not take or give them. What is in this window stays, until the app ends.',
      nextStep: 'Check the room on the disk and the rights of the data folder, which Settings shows.',
      detail: error.message,
    });
  }
}
