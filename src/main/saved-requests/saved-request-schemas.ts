import { z, type ZodType } from 'zod';
import { expectationProblem } from '@shared/requests/check-expectations';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import type { FileOfRequest } from '@shared/requests/live-folder';
import {
  folderProblem,
  MAX_EXAMPLE_LENGTH,
  nameProblem,
  type Comparison,
  type Expectation,
  type RequestToSave,
  type SavedExample,
} from '@shared/requests/saved-requests';
import { draftFormSchema } from '@shared/vault-forward/draft-schema';
import { profileIdSchema } from '../profiles/profile-schema';

const text = z.string().max(100_000);
const comparison: ZodType<Comparison, Comparison> = z.discriminatedUnion('how', [
  z.object({ how: z.literal('equals'), value: text }),
  z.object({ how: z.literal('contains'), text }),
  z.object({ how: z.literal('matches'), pattern: z.string().max(1_000) }),
  z.object({ how: z.literal('exists') }),
  z.object({ how: z.literal('missing') }),
  z.object({ how: z.literal('kept'), as: z.string().max(64) }),
]);
const path = z.string().max(1_000);

export const expectationShape: ZodType<Expectation, Expectation> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.number() }),
  z.object({ kind: z.literal('json-path'), path, is: comparison }),
  z.object({ kind: z.literal('header'), name: z.string().max(200), is: comparison }),
  z.object({ kind: z.literal('time'), withinMs: z.number() }),
]);

export const requestIdSchema = z.string().uuid();
export const requestIdsSchema = z.array(requestIdSchema).max(10_000);

export const expectationsSchema = z
  .array(
    expectationShape.superRefine((expectation, context) => {
      const problem = expectationProblem(expectation);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  )
  .max(100);

export const exampleSchema: ZodType<SavedExample, SavedExample> = z.object({
  status: z.number().int().min(100).max(599),
  statusText: z.string().max(200),
  contentType: z.string().max(200).nullable(),
  body: z.string().max(MAX_EXAMPLE_LENGTH, 'An example is kept small.').nullable(),
  answeredAt: z.iso.datetime(),
});

export const folderSchema = z
  .string()
  .max(700)
  .superRefine((folder, context) => {
    const problem = folderProblem(folder);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export const nameSchema = z
  .string()
  .trim()
  .superRefine((name, context) => {
    const problem = nameProblem(name);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });

export const descriptionSchema = z.string().max(20_000);

const fileSchema: ZodType<FileOfRequest> = z.object({
  path: z.string().max(4_000),
  revision: z.string().max(100),
  asked: z.string().max(100),
  gone: z.boolean(),
});

export const requestToSaveSchema: ZodType<RequestToSave> = z.object({
  id: z.string().uuid().nullable(),
  folder: folderSchema,
  name: nameSchema,
  description: descriptionSchema,
  profileId: profileIdSchema,
  request: requestSpecSchema,
  form: draftFormSchema.nullable(),
  expectations: expectationsSchema,
  file: fileSchema.optional(),
  familyId: z.string().uuid().optional(),
});
