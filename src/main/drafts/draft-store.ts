import { z } from 'zod';
import {
  EMPTY_LIBRARY,
  type ComposerLibrary,
  type DraftChange,
  type DraftList,
  type KeptDraft,
} from '@shared/bridge/drafts';
import { maskSecurityCodes } from '@shared/cards/security-codes';
import { hasTestCards } from '@shared/vault-forward/test-cards';
import { emptyDraft, fieldsOf, type DraftFields, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { applyEdits } from '@shared/text/text-edits';
import { parseJson } from '@shared/json/parse-json';
import { TaskQueue } from '@shared/task-queue';
import type { Database, SqlValue } from '../database/database';
import { composerLibrarySchema } from './draft-schemas';
import { editStatements, readDraft, readDrafts, readExchangeId, START } from './draft-rows';
import type { SecretReferences } from '../secrets/references';
import { hideSecrets, revealSecrets } from './draft-secrets';
import { TypedCodes } from './typed-codes';

const EMPTY = emptyDraft();
const LIBRARY_ID = 'book';
const AS_WRITTEN = { idempotent: true, movesAsWritten: true };

interface LatestBody {
  readonly id: string;
  readonly profileId: string;
  readonly destinationUrl: string;
  /** As typed. */
  readonly body: string;
  /** True if its security codes are written as they were typed. */
  readonly hasTestCards: boolean;
}

/**
 * The composer's drafts and the person's library for composing, in the encrypted database; without a keychain in
 * memory, for this run only.
 */
export class DraftStore {
  private readonly codes = new TypedCodes();
  /** Changes are written one after the other, in the order in which they come. */
  private readonly writes = new TaskQueue();
  /** The body that was written last, so that each edit of a large one need not read it again. */
  private latest: LatestBody | null = null;
  /**
   * The drafts closed in this run, with the exchange as which each was last sent (or null): a draft that is brought
   * back has still gone out.
   */
  private readonly closed = new Map<string, string | null>();

  constructor(
    private readonly database: Database,
    private readonly references: SecretReferences,
    private readonly wasOnlyLocal: () => Promise<boolean>,
  ) {}

  async open(): Promise<DraftList> {
    const { drafts, ...rest } = await readDrafts(this.database);
    return { ...rest, drafts: drafts.map((draft) => ({ ...draft, draft: this.forWindow(draft) })) };
  }

  keep(id: string, change: DraftChange): Promise<void> {
    return this.writes.run(() => this.write(id, change));
  }

  /** Resolves when everything that was given so far is written. */
  settled(): Promise<void> {
    return this.writes.settled();
  }

  private async write(id: string, given: DraftChange): Promise<void> {
    const typedBefore = this.codes.of(id);
    // Codes are looked for in the values, not in references to them.
    const fields = given.fields && revealSecrets(given.fields, this.references);
    const change = await this.withoutCodes(id, { ...given, ...(fields === undefined ? {} : { fields }) });
    const columns: Readonly<Record<string, SqlValue | undefined>> = {
      family_id: change.familyId,
      name: change.name,
      profile_id: change.profileId,
      fields: asJson(change.fields),
      body: asJson(change.body),
      place: asJson(change.place),
      saved_id: change.saved === undefined ? undefined : (change.saved?.id ?? null),
      saved_changed: change.saved === undefined ? undefined : (change.saved?.unsaved ?? false),
      saved_asked: change.saved === undefined ? undefined : (change.saved?.asked ?? null),
      exchange_id: this.closed.get(id),
      changed_at: new Date().toISOString(),
    };
    const names = Object.keys(columns).filter((name) => columns[name] !== undefined);
    const upsert = {
      typed: isTyped(given),
      ...AS_WRITTEN,
      sql: `
        INSERT INTO drafts (id, position, name, profile_id, fields, body, place, changed_at, saved_id, saved_changed,
          saved_asked, family_id, exchange_id)
        VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM drafts), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      values: [
        id,
        columns.name ?? null,
        columns.profile_id ?? '',
        columns.fields ?? JSON.stringify(fieldsOf(EMPTY)),
        columns.body ?? JSON.stringify(EMPTY.body),
        columns.place ?? JSON.stringify(START),
        columns.changed_at ?? '',
        columns.saved_id ?? null,
        columns.saved_changed ?? false,
        columns.saved_asked ?? null,
        columns.family_id ?? null,
        columns.exchange_id ?? null,
      ],
    };
    try {
      await this.database.transaction([upsert, ...editStatements(id, change)]);
      this.closed.delete(id);
    } catch (error) {
      this.latest = null;
      // The change will come again.
      this.codes.put(id, typedBefore);
      throw error;
    }
  }

  private forWindow({ id, draft }: KeptDraft): VaultForwardDraft {
    const typed = this.codes.of(id);
    const fields = hideSecrets(typed.fields ?? fieldsOf(draft), this.references);
    return { ...draft, ...fields, body: typed.body ?? draft.body };
  }

  /**
   * The change as it may be written: security codes of cards are masked on disk, except those of test cards. A body
   * that contains a code is written as a whole, because its edits would spell out the code.
   */
  private async withoutCodes(id: string, change: DraftChange): Promise<DraftChange> {
    const { body, edits, fields, profileId } = change;
    if ([body, edits, fields, profileId].every((part) => part === undefined)) return change;
    const before = this.latest?.id === id ? this.latest : await this.readLatest(id);
    const typed = applyEdits(body ?? before.body, edits ?? []);
    const composedUnder = profileId ?? before.profileId;
    const destinationUrl = fields?.destinationUrl ?? before.destinationUrl;
    this.latest = {
      id,
      profileId: composedUnder,
      destinationUrl,
      body: typed ?? before.body,
      hasTestCards: hasTestCards({ composedUnder, wasOnlyLocal: await this.wasOnlyLocal(), destinationUrl }),
    };
    if (this.latest.hasTestCards) {
      const codes = this.codes.of(id);
      const whole = codes.body === null ? {} : { body: this.latest.body, edits: [] };
      const typedFields = fields ?? codes.fields;
      this.codes.forget(id);
      return { ...change, ...(typedFields === null ? {} : { fields: typedFields }), ...whole };
    }
    const shown = fields ?? (before.hasTestCards ? await this.readFields(id) : undefined);
    const withFields = shown === undefined ? {} : { fields: this.codes.maskFields(id, shown) };
    // Nothing after edits that do not fit is applied, now or later (`withEdits`), so none of their text is written.
    if (typed === null) {
      return { ...change, ...withFields, edits: edits?.map((edit) => ({ ...edit, insert: '' })) ?? [] };
    }
    const wasMasked = this.codes.of(id).body !== null;
    const masked = this.codes.maskBody(id, typed);
    const whole = masked !== typed || wasMasked ? { body: masked, edits: [] } : {};
    return { ...change, ...withFields, ...whole };
  }

  private async readLatest(id: string): Promise<LatestBody> {
    const kept = await readDraft(this.database, id);
    const body = this.codes.of(id).body ?? kept?.draft.body ?? EMPTY.body;
    const destinationUrl = kept?.draft.destinationUrl ?? '';
    // What an earlier run wrote may contain codes.
    return { id, profileId: kept?.profileId ?? '', destinationUrl, body, hasTestCards: true };
  }

  private async readFields(id: string): Promise<DraftFields | undefined> {
    const kept = await readDraft(this.database, id);
    return kept ? fieldsOf(kept.draft) : undefined;
  }

  /**
   * Notes the exchange as which a draft is being sent. A draft that has been closed since, for example while a
   * question was open, stays closed.
   */
  noteSent(id: string, exchangeId: string): Promise<void> {
    return this.writes.run(async () => {
      if (this.closed.has(id)) return void this.closed.set(id, exchangeId);
      await this.database.execute({
        // The window saves a draft and sends it at the same time: neither must be lost, whichever comes first.
        sql: `
          INSERT INTO drafts (id, position, profile_id, fields, body, place, changed_at, exchange_id)
          VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM drafts), '', ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET exchange_id = excluded.exchange_id`,
        ...AS_WRITTEN,
        values: [
          id,
          JSON.stringify(fieldsOf(EMPTY)),
          JSON.stringify(EMPTY.body),
          JSON.stringify(START),
          new Date().toISOString(),
          exchangeId,
        ],
      });
    });
  }

  /** Written after earlier changes, because a draft has to exist to have a place. */
  arrange(ids: readonly string[], activeId: string | null): Promise<void> {
    const places = ids.map((id, position) => ({
      sql: 'UPDATE drafts SET position = ?, active = ? WHERE id = ?',
      values: [position, id === activeId, id],
      ...AS_WRITTEN,
    }));
    return this.writes.run(async () => void (await this.database.transaction(places)));
  }

  /** Carried out after earlier changes, because one of them would bring the draft back. */
  discard(id: string): Promise<void> {
    return this.writes.run(async () => {
      this.codes.forget(id);
      if (this.latest?.id === id) this.latest = null;
      this.closed.set(id, this.closed.get(id) ?? (await readExchangeId(this.database, id)));
      await this.database.execute({ sql: 'DELETE FROM drafts WHERE id = ?', values: [id], ...AS_WRITTEN });
    });
  }

  async readLibrary(): Promise<ComposerLibrary> {
    const [kept] = await this.database.query(
      { sql: 'SELECT content FROM composer_book WHERE id = ?', values: [LIBRARY_ID] },
      z.object({ content: z.string() }),
    );
    const parsed = composerLibrarySchema.safeParse(kept === undefined ? null : parseJson(kept.content));
    return parsed.data ?? EMPTY_LIBRARY;
  }

  async keepLibrary(library: ComposerLibrary): Promise<void> {
    await this.database.execute({
      sql: 'INSERT INTO composer_book (id, content) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET content = excluded.content',
      values: [LIBRARY_ID, JSON.stringify(withoutCodesInLibrary(library))],
      idempotent: true,
    });
  }
}

/** Masks the security codes in snippets, because a snippet may be inserted into any draft. */
function withoutCodesInLibrary(library: ComposerLibrary): ComposerLibrary {
  const snippets = library.snippets.map((snippet) => ({
    ...snippet,
    text: maskSecurityCodes(snippet.text).text,
  }));
  return { ...library, snippets };
}

/** False for a change without content, such as that of a screen that was just opened: nobody would miss it. */
function isTyped({ body = '', edits = [], fields }: DraftChange): boolean {
  const isFilled = fields !== undefined && JSON.stringify(fields) !== JSON.stringify(fieldsOf(EMPTY));
  return body !== '' || edits.length > 0 || isFilled;
}

function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
