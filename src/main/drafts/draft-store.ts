import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ComposerBook, DraftChange, DraftShelf, KeptDraft } from '../../shared/bridge/drafts';
import { EMPTY_BOOK } from '../../shared/bridge/drafts';
import { emptyDraft, fieldsOf } from '../../shared/vault-forward/draft';
import { draftSchema } from '../../shared/vault-forward/draft-schema';
import { applyEdits } from '../../shared/text-edits';
import type { Database, SqlValue, Statement } from '../database/database';
import { composerBookSchema, editSchema, placeSchema } from './draft-schemas';
import type { SecretReferences } from '../secrets/references';
import { hideSecrets, revealSecrets } from './draft-secrets';

const row = z.object({
  id: z.string(),
  active: z.number(),
  name: z.string().nullable(),
  profile_id: z.string(),
  fields: z.string(),
  body: z.string(),
  place: z.string(),
  exchange_id: z.string().nullable(),
});
type Row = z.infer<typeof row>;
const editRow = z.object({ draft_id: z.string(), edits: z.string() });

const EMPTY = emptyDraft();
const START = { anchor: 0, head: 0, top: 0 };
const BOOK_ID = 'book';

/**
 * The composer's drafts and what was gathered for composing, in the encrypted database; in memory, for this run only,
 * while that has no keychain.
 */
export class DraftStore {
  constructor(
    private readonly database: Database,
    private readonly references: SecretReferences,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async open(): Promise<DraftShelf> {
    const rows = await this.database.query(
      {
        sql: `SELECT id, active, name, profile_id, fields, body, place, exchange_id FROM drafts
          ORDER BY position, changed_at`,
      },
      row,
    );
    const edits = await this.database.query(
      { sql: 'SELECT draft_id, edits FROM draft_edits ORDER BY draft_id, number' },
      editRow,
    );
    const drafts = rows.map((kept) => {
      const own = edits.filter(({ draft_id: draftId }) => draftId === kept.id);
      const draft = toDraft(kept, own);
      return (
        draft && {
          ...draft,
          draft: { ...draft.draft, ...hideSecrets(fieldsOf(draft.draft), this.references) },
        }
      );
    });
    return {
      drafts: drafts.filter((draft): draft is KeptDraft => draft !== null),
      activeId: rows.find(({ active }) => active === 1)?.id ?? null,
      unreadable: drafts.filter((draft) => draft === null).length,
    };
  }

  async keep(id: string, change: DraftChange): Promise<void> {
    const columns: Readonly<Record<string, SqlValue | undefined>> = {
      name: change.name,
      profile_id: change.profileId,
      fields: asJson(change.fields && revealSecrets(change.fields, this.references)),
      body: asJson(change.body),
      place: asJson(change.place),
      changed_at: this.now().toISOString(),
    };
    const given = Object.keys(columns).filter((name) => columns[name] !== undefined);
    const upsert = {
      sql: `
        INSERT INTO drafts (id, position, name, profile_id, fields, body, place, changed_at)
        VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM drafts), ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET ${given.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      values: [
        id,
        columns.name ?? null,
        columns.profile_id ?? '',
        columns.fields ?? JSON.stringify(fieldsOf(EMPTY)),
        columns.body ?? JSON.stringify(EMPTY.body),
        columns.place ?? JSON.stringify(START),
        columns.changed_at ?? '',
      ],
    };
    await this.database.transaction([upsert, ...editStatements(id, change)]);
  }

  /** Says as which exchange a draft is being sent; one that is not kept yet is left alone. */
  async noteSent(id: string, exchangeId: string): Promise<void> {
    await this.database.execute({
      sql: 'UPDATE drafts SET exchange_id = ? WHERE id = ?',
      values: [exchangeId, id],
    });
  }

  async arrange(ids: readonly string[], activeId: string | null): Promise<void> {
    await this.database.transaction(
      ids.map((id, position) => ({
        sql: 'UPDATE drafts SET position = ?, active = ? WHERE id = ?',
        values: [position, id === activeId, id],
      })),
    );
  }

  async discard(id: string): Promise<void> {
    await this.database.execute({ sql: 'DELETE FROM drafts WHERE id = ?', values: [id] });
  }

  async readBook(): Promise<ComposerBook> {
    const [kept] = await this.database.query(
      { sql: 'SELECT content FROM composer_book WHERE id = ?', values: [BOOK_ID] },
      z.object({ content: z.string() }),
    );
    const parsed = composerBookSchema.safeParse(kept === undefined ? null : fromJson(kept.content));
    return parsed.success ? parsed.data : EMPTY_BOOK;
  }

  async keepBook(book: ComposerBook): Promise<void> {
    await this.database.execute({
      sql: 'INSERT INTO composer_book (id, content) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET content = excluded.content',
      values: [BOOK_ID, JSON.stringify(book)],
    });
  }
}

/** Edits follow the body that was last written as a whole. */
function editStatements(id: string, { body, edits }: DraftChange): Statement[] {
  const statements: Statement[] = [];
  if (body !== undefined) {
    statements.push({ sql: 'DELETE FROM draft_edits WHERE draft_id = ?', values: [id] });
  }
  if (edits !== undefined) {
    statements.push({
      sql: `INSERT INTO draft_edits (id, draft_id, number, edits)
        VALUES (?, ?, (SELECT coalesce(max(number), 0) + 1 FROM draft_edits WHERE draft_id = ?), ?)`,
      values: [randomUUID(), id, id, JSON.stringify(edits)],
    });
  }
  return statements;
}

/** Null for a row that cannot be understood; it is left as it is. */
function toDraft(
  { id, name, profile_id: profileId, fields, body, place, exchange_id: exchangeId }: Row,
  edits: readonly z.infer<typeof editRow>[],
): KeptDraft | null {
  const small = z.record(z.string(), z.unknown()).safeParse(fromJson(fields));
  const whole = z.string().safeParse(fromJson(body));
  if (!small.success || !whole.success) return null;
  const draft = draftSchema.safeParse({ ...small.data, body: withEdits(whole.data, edits) });
  if (!draft.success) return null;
  const where = placeSchema.safeParse(fromJson(place));
  return { id, name, profileId, draft: draft.data, place: where.success ? where.data : START, exchangeId };
}

/** As far as the edits fit: what was typed before a damage is not lost with what came after it. */
function withEdits(body: string, rows: readonly z.infer<typeof editRow>[]): string {
  let edited = body;
  for (const { edits } of rows) {
    const parsed = z.array(editSchema).safeParse(fromJson(edits));
    const next = parsed.success ? applyEdits(edited, parsed.data) : null;
    if (next === null) return edited;
    edited = next;
  }
  return edited;
}

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
