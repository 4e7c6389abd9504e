import { z, type ZodType } from 'zod';
import type { BodyPlace, ComposerLibrary } from '@shared/bridge/drafts';
import type { TextEdit } from '@shared/text/text-edits';

const offset = z.number().int().nonnegative();
export const placeSchema: ZodType<BodyPlace> = z.object({ anchor: offset, head: offset, top: offset });

/** The longest body that is accepted, in UTF-16 units. */
const MAX_BODY_LENGTH = 64 * 1024 * 1024;
export const bodySchema = z.string().max(MAX_BODY_LENGTH);

export const editSchema: ZodType<TextEdit> = z.object({ from: offset, to: offset, insert: bodySchema });

const words = z.string().max(2_000);
const named = z.array(z.object({ id: words, name: words })).max(500);
export const composerLibrarySchema: ZodType<ComposerLibrary> = z.object({
  placeholders: z.array(z.object({ name: words, becomes: words, sample: words })).max(500),
  snippets: z.array(z.object({ id: words, name: words, text: z.string().max(1_000_000) })).max(500),
  authentications: named,
  // Libraries stored before cards had names do not have this.
  paymentMethods: named.default([]),
});
