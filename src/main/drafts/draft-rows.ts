import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DraftChange, KeptDraft } from '@shared/bridge/drafts';
import { parseJson } from '@shared/json/parse-json';
import { applyEdits } from '@shared/text/text-edits';
import { draftSchema } from '@shared/vault-forward/draft-schema';
import type { Database, Statement } from '../database/database';
import { editSchema, placeSchema } from './draft-schemas';

const row = z.object({
  id: z.string(),
  family_id: z.string().nullable(),
  active: z.number(),
  name: z.string().nullable(),
  profile_id: z.string(),
  fields: z.string(),
  body: z.string(),
  place: z.string(),
  exchange_id: z.string().nullable(),
  saved_id: z.string().nullable(),
  saved_changed: z.number(),
  saved_asked: z.string().nullable(),
});
const COLUMNS = Object.keys(row.shape).join(', ');
type Row = z.infer<typeof row>;
const editRow = z.object({ draft_id: z.string(), edits: z.string() });

/** The cursor and scroll position in a draft that nobody has opened yet. */
export const START = { anchor: 0, head: 0, top: 0 };

export interface ReadDrafts {
  readonly drafts: readonly KeptDraft[];
  readonly activeId: string | null;
  /** How many rows could not be parsed; they are left as they are. */
  readonly unreadable: number;
}

/** Reads all drafts, in their order. */
export async function readDrafts(database: Database): Promise<ReadDrafts> {
  const rows = await database.query(
    { sql: `SELECT ${COLUMNS} FROM drafts ORDER BY position, changed_at` },
    row,
  );
  const edits = await database.query(
    { sql: 'SELECT draft_id, edits FROM draft_edits ORDER BY draft_id, number' },
    editRow,
  );
  const drafts = rows.map((kept) =>
    toDraft(
      kept,
      edits.filter(({ draft_id: draftId }) => draftId === kept.id),
    ),
  );
  return {
    drafts: drafts.filter((draft) => draft !== null),
    activeId: rows.find(({ active }) => active === 1)?.id ?? null,
    unreadable: drafts.filter((draft) => draft === null).length,
  };
}

/** Null for a draft that does not exist or cannot be parsed. */
export async function readDraft(database: Database, id: string): Promise<KeptDraft | null> {
  const [kept] = await database.query(
    { sql: `SELECT ${COLUMNS} FROM drafts WHERE id = ?`, values: [id] },
    row,
  );
  if (kept === undefined) return null;
  const edits = await database.query(
    { sql: 'SELECT draft_id, edits FROM draft_edits WHERE draft_id = ? ORDER BY number', values: [id] },
    editRow,
  );
  return toDraft(kept, edits);
}

/**
 * The exchange as which a draft was last sent; null if there is none. Does not read the draft itself, which may be
 * large.
 */
export async function readExchangeId(database: Database, id: string): Promise<string | null> {
  const [kept] = await database.query(
    { sql: 'SELECT exchange_id FROM drafts WHERE id = ?', values: [id] },
    row.pick({ exchange_id: true }),
  );
  return kept?.exchange_id ?? null;
}

/** Statements for a change: edits are stored in addition to the body that was last written as a whole. */
export function editStatements(id: string, { body, edits }: DraftChange): Statement[] {
  const statements: Statement[] = [];
  if (body !== undefined) {
    statements.push({
      sql: 'DELETE FROM draft_edits WHERE draft_id = ?',
      values: [id],
      idempotent: true,
    });
  }
  if (edits !== undefined) {
    statements.push({
      // Inserted only once, even if the statement is repeated.
      sql: `INSERT OR IGNORE INTO draft_edits (id, draft_id, number, edits)
        VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM draft_edits WHERE draft_id = ?), ?)`,
      values: [randomUUID(), id, id, JSON.stringify(edits)],
      idempotent: true,
    });
  }
  return statements;
}

/** Null for a row that cannot be parsed; it is left as it is. */
function toDraft(
  { id, name, profile_id: profileId, fields, body, place, exchange_id: exchangeId, ...row }: Row,
  edits: readonly z.infer<typeof editRow>[],
): KeptDraft | null {
  const small = z.record(z.string(), z.unknown()).safeParse(parseJson(fields));
  const whole = z.string().safeParse(parseJson(body));
  if (!small.success || !whole.success) return null;
  const draft = draftSchema.safeParse({ ...small.data, body: withEdits(whole.data, edits) });
  if (!draft.success) return null;
  const where = placeSchema.safeParse(parseJson(place));
  const saved =
    row.saved_id === null
      ? null
      : {
          id: row.saved_id,
          unsaved: row.saved_changed === 1,
          ...(row.saved_asked === null ? {} : { asked: row.saved_asked }),
        };
  return {
    id,
    familyId: row.family_id ?? id,
    name,
    profileId,
    draft: draft.data,
    place: where.data ?? START,
    exchangeId,
    saved,
  };
}

/**
 * The body with its edits as far as they fit: what was typed before a damaged edit is not lost with what came after
 * it.
 */
function withEdits(body: string, rows: readonly z.infer<typeof editRow>[]): string {
  let edited = body;
  for (const { edits } of rows) {
    const parsed = z.array(editSchema).safeParse(parseJson(edits));
    const next = parsed.success ? applyEdits(edited, parsed.data) : null;
    if (next === null) return edited;
    edited = next;
  }
  return edited;
}
