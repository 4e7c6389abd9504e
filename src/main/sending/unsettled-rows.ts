import { z } from 'zod';
import { NOTED_OUTCOMES } from '@shared/history/noted-outcome';
import { questionMarks, type Database, type Statement } from '../database/database';
import type { Plan } from './plan';
import type { UnsettledSend } from './unsettled-mark';

const entryRow = z.object({
  id: z.string(),
  noted_outcome: z.enum(NOTED_OUTCOMES).nullable(),
  answered: z.number().nullable(),
});

/** A row of the table `unsettled_sends`. */
export const unsettledRow = z
  .object({
    mark: z.string(),
    exchange_id: z.string(),
    started_at: z.string(),
    profile_name: z.string().nullable(),
    draft_id: z.string().nullable(),
    destination_mark: z.string().nullable(),
    content_marks: z.string().nullable(),
  })
  .transform(
    ({ mark, exchange_id, started_at, profile_name, draft_id, destination_mark, content_marks }) => ({
      mark,
      draftId: draft_id,
      destinationMark: destination_mark,
      contentMarks: (content_marks?.split(' ') ?? []) as readonly string[],
      send: { exchangeId: exchange_id, startedAt: started_at, profileName: profile_name },
    }),
  );

/** The parts of a plan that identify related sends. */
export type Marks = Pick<Plan, 'mark' | 'earlierMarks'> &
  Partial<Pick<Plan, 'contentMarks'>> & { readonly draftId?: string | null };

export type Found = Omit<z.infer<typeof unsettledRow>, 'send'> & { readonly send: UnsettledSend };

export const isOfDraft = (one: Found, { draftId = null }: Marks): boolean =>
  draftId !== null && one.draftId === draftId;

/** True if the send would do the same thing, whatever its other headers say. */
export const hasContent = (one: Found, { contentMarks = [] }: Pick<Marks, 'contentMarks'>): boolean =>
  one.contentMarks.some((mark) => contentMarks.includes(mark));

/** True if the send is from the same draft or has the same content. */
export const isRelated = (one: Found, marks: Marks): boolean =>
  isOfDraft(one, marks) || hasContent(one, marks);

/** Selects the rows with one of these marks, this draft or this content. */
export function whichOf(known: readonly string[], { draftId = null, contentMarks = [] }: Marks): Statement {
  const has = [...contentMarks.map(() => 'instr(content_marks, ?) > 0'), 'draft_id = ?'];
  return {
    sql: `SELECT * FROM unsettled_sends WHERE mark IN (${questionMarks(known)}) OR ${has.join(' OR ')}`,
    values: [...known, ...contentMarks, draftId],
  };
}

/** Adds what the history knows: the status of an answer, and the outcome that the person noted. */
export async function withEntries(database: Database, open: readonly Found[]): Promise<readonly Found[]> {
  if (open.length === 0) return open;
  const ids = open.map(({ send }) => send.exchangeId);
  const sql = `SELECT id, noted_outcome, CASE outcome WHEN 'answered' THEN status END AS answered FROM exchanges
    WHERE id IN (${questionMarks(ids)})`;
  const rows = await database.query({ sql, values: ids }, entryRow);
  const entries = new Map(rows.map((entry) => [entry.id, entry]));
  return open.map((one) => {
    const { answered = null, noted_outcome: notedOutcome = null } = entries.get(one.send.exchangeId) ?? {};
    const send = {
      ...one.send,
      ...(answered === null ? {} : { answered }),
      ...(notedOutcome === null ? {} : { notedOutcome }),
    };
    return { ...one, send };
  });
}
