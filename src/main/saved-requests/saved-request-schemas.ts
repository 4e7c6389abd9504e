import { z, type ZodType } from 'zod';
import { expectationProblem } from '@shared/requests/check-expectations';
import { requestSpecSchema } from '@shared/requests/request-spec';
import { folderProblem, type Expectation, type RequestToSave } from '@shared/requests/saved-requests';
import { draftFormSchema } from '@shared/vault-forward/draft-schema';

const expectationShape: ZodType<Expectation> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.number() }),
  z.object({ kind: z.literal('json-path'), path: z.string().max(1_000), equals: z.string().max(100_000) }),
]);

export const expectationsSchema = z
  .array(
    expectationShape.superRefine((expectation, context) => {
      const problem = expectationProblem(expectation);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    }),
  )
  .max(100);

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
  .min(1, 'A request needs a name.')
  .max(200, 'A name has at most 200 characters.')
  .regex(/^\P{Cc}*$/u, 'A name is one line.');

export const descriptionSchema = z.string().max(20_000);

export const requestToSaveSchema: ZodType<RequestToSave> = z.object({
  id: z.string().uuid().nullable(),
  folder: folderSchema,
  name: nameSchema,
  description: descriptionSchema,
  profileId: z.string().min(1).max(100),
  request: requestSpecSchema,
  form: draftFormSchema.nullable(),
  expectations: expectationsSchema,
});
