import { z, type ZodType } from 'zod';
import { parseDraft, type VaultForwardDraft } from '../../shared/vault-forward/draft';

/** The shape of a draft is `parseDraft`'s to know. */
export const draftSchema: ZodType<VaultForwardDraft> = z.unknown().transform((value, context) => {
  const parsed = parseDraft(value);
  if (parsed.ok) return parsed.value;
  context.addIssue({ code: 'custom', message: parsed.problem.detail ?? parsed.problem.title });
  return z.NEVER;
});
