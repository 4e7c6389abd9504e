import { z, type ZodType } from 'zod';
import type { BodyPlace, ComposerBook } from '../../shared/bridge/drafts';
import type { TextEdit } from '../../shared/text-edits';
import { parseDraft } from '../../shared/vault-forward/draft';
import { fieldsOf, type DraftFields } from '../../shared/vault-forward/draft';

const offset = z.number().int().nonnegative();
export const placeSchema: ZodType<BodyPlace> = z.object({ anchor: offset, head: offset, top: offset });

/** Longest body that is taken in, in UTF-16 units. */
export const MOST_BODY_LENGTH = 64 * 1024 * 1024;
export const bodySchema = z.string().max(MOST_BODY_LENGTH);

export const editSchema: ZodType<TextEdit> = z.object({ from: offset, to: offset, insert: bodySchema });

/** The shape of a draft is `parseDraft`'s to know. */
export const fieldsSchema: ZodType<DraftFields> = z
  .record(z.string(), z.unknown())
  .transform((value, context) => {
    const parsed = parseDraft({ ...value, body: '' });
    if (parsed.ok) return fieldsOf(parsed.value);
    context.addIssue({ code: 'custom', message: parsed.problem.detail ?? parsed.problem.title });
    return z.NEVER;
  });

const words = z.string().max(2_000);
export const composerBookSchema: ZodType<ComposerBook> = z.object({
  placeholders: z.array(z.object({ name: words, becomes: words, sample: words })).max(500),
  snippets: z.array(z.object({ id: words, name: words, text: z.string().max(1_000_000) })).max(500),
  authentications: z.array(z.object({ id: words, name: words })).max(500),
});
